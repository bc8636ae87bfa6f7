import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFake, type Fake } from "../../../fake/index.ts";
import { nonconformant } from "../../../reports/samples/runs.ts";
import { ALL_RESPONSES_SUFFIX } from "../../../spec/all-responses.ts";
import type { Report, ReportCheck } from "../../../spec/report.ts";
import { wacHere as wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let cwd: string;
let fake: Fake;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "wac-replay-"));
  fake = await createFake();
});
afterEach(async () => {
  await fake.close();
  rmSync(cwd, { recursive: true, force: true });
});

const ID = "tasks.create.title-max";

/** Lets the target's document allow titles of this length. */
function allow(maxLength: number): void {
  const title = "$.paths['/v1/agent/create-task'].post.requestBody.content['application/json'].schema.properties.title";
  const overlay = {
    overlay: "1.0.0",
    info: { title: "t", version: "1" },
    actions: [{ target: title, update: { maxLength } }],
  };
  writeFileSync(join(cwd, "o.json"), JSON.stringify(overlay));
  const target = { ...fake.target, contract: { overlay: "o.json" }, consistency: PROMPT };
  writeFileSync(join(cwd, "t.json"), JSON.stringify(target));
}

/** What is missing is looked for no longer than that. */
const PROMPT = { timeoutMs: 300, intervalMs: 50 };

const smoke = (...more: string[]) => wac(["run", "--target", "t.json", "--budget", "smoke", ...more], { cwd });

test("exits 1 while the failure is there, and 0 once it is fixed", async () => {
  allow(400);
  await smoke("--only", ID);
  const args = ["replay", "wac-report/report.json", ID, "--target", "t.json"];
  const still = await wac(args, { cwd });
  expect(still.status).toBe(1);
  expect(still.stdout).toMatch(/^still fails: MUST tasks\.create\.title-max[\s\S]*actual +then +200\n +now +200/);
  allow(500);
  const fixed = await wac(args, { cwd });
  expect([fixed.status, fixed.stdout.split(":")[0]]).toEqual([0, "passes now"]);
  expect(fixed.stderr).toContain("the contract has changed");
  const other = await wac(["replay", "wac-report/report.json", "tasks.create.title", "--target", "t.json"], { cwd });
  expect([other.status, other.stderr.split(":")[0]]).toEqual([2, "REPLAY-NOT-FAILED"]);
});

test("a pass says nothing where only the responses to other requests had shown the failure", async () => {
  allow(400);
  await smoke("--only", ID);
  const path = join(cwd, "wac-report/report.json");
  const report = JSON.parse(readFileSync(path, "utf8")) as Report;
  const inPassing = (check: ReportCheck) =>
    check.failure === null ? check : { ...check, name: `as long as may be${ALL_RESPONSES_SUFFIX}`, requests: 0 };
  const requirements = report.requirements.map((requirement) => ({
    ...requirement,
    checks: requirement.checks.map(inPassing),
  }));
  writeFileSync(path, JSON.stringify({ ...report, requirements }));
  const args = ["replay", "wac-report/report.json", ID, "--target", "t.json"];
  const still = await wac(args, { cwd });
  expect([still.status, still.stdout.split(":")[0]]).toEqual([1, "still fails"]);
  allow(500);
  const { status, stdout } = await wac(args, { cwd });
  expect([status, stdout.split(":")[0]]).toEqual([3, "not reproduced"]);
  expect(stdout).toContain("a full run");
  const again = await smoke("--only-failed", "wac-report/report.json", "--out", "again");
  expect([again.status, again.stderr]).toEqual([
    0,
    expect.stringContaining(`warning: ${ID} only failed in responses to other requests`),
  ]);
});

test("repeats what was seen in passing, by the operation where it was seen", async () => {
  await fake.close();
  fake = await createFake({ mutants: ["wrong-type@search-memories:/success"] });
  // Any response tells of the envelope: a few requests are enough.
  writeFileSync(
    join(cwd, "t.json"),
    JSON.stringify({ ...fake.target, limits: { requests: 300 }, consistency: PROMPT }),
  );
  await smoke("--only", "envelope.success-flag");
  const { status, stdout } = await wac(
    ["replay", "wac-report/report.json", "envelope.success-flag", "--target", "t.json"],
    { cwd },
  );
  expect([status, stdout.split(":")[0]]).toEqual([1, "still fails"]);
});

test("asks for the target when the report is about another machine", async () => {
  const report = nonconformant();
  const failed = report.requirements.find(({ verdict }) => verdict === "fail");
  writeFileSync(join(cwd, "r.json"), JSON.stringify({ ...report, target: { baseUrl: "https://staging.example.com" } }));
  const { status, stderr } = await wac(["replay", "r.json", failed?.id ?? ""], { cwd });
  expect([status, stderr.split(":")[0]]).toEqual([2, "REPLAY-TARGET-MISSING"]);
});

/** Replays the failure of a report about this target, without naming one. */
async function replayOf(target: Report["target"]) {
  const report = { ...nonconformant(), target };
  const requirements = report.requirements.map((requirement) =>
    requirement.verdict === "fail" ? { ...requirement, id: ID } : requirement,
  );
  writeFileSync(join(cwd, "r.json"), JSON.stringify({ ...report, requirements }));
  return wac(["replay", "r.json", ID], { cwd });
}

test("asks for the target when the report is about another server on this machine", async () => {
  const { status, stderr } = await replayOf({ baseUrl: "http://127.0.0.1:8080", bundledFake: false });
  expect([status, stderr.split(":")[0]]).toEqual([2, "REPLAY-TARGET-MISSING"]);
});

test("says that the bundled fake received the request, and if the report may be about another server", async () => {
  const baseUrl = "http://127.0.0.1:8080";
  const sure = await replayOf({ baseUrl, bundledFake: true });
  expect(sure.stderr).toContain("note: sent to the bundled fake.\n");
  const doubtful = await replayOf({ baseUrl });
  expect(doubtful.stderr).toMatch(/sent to the bundled fake\. The report does not say .*8080.*--target FILE/);
});

test("says that nothing was judged if the target does not respond", async () => {
  const report = nonconformant();
  const requirements = report.requirements.map((requirement) =>
    requirement.verdict === "fail" ? { ...requirement, id: ID } : requirement,
  );
  writeFileSync(join(cwd, "r.json"), JSON.stringify({ ...report, requirements }));
  const args = ["replay", "r.json", ID, "--base-url", "http://127.0.0.1:9", "--api-key", "k"];
  const { status, stdout } = await wac(args, { cwd });
  expect([status, stdout.split(":")[0]]).toEqual([2, "not judged"]);
});

test("says what is missing where the report names no address of a target", async () => {
  const report = { ...nonconformant(), target: { baseUrl: "no address" } };
  writeFileSync(join(cwd, "r.json"), JSON.stringify(report));
  const failed = report.requirements.find(({ verdict }) => verdict === "fail");
  const { status, stderr } = await wac(["replay", "r.json", failed?.id ?? ""], { cwd });
  expect([status, stderr]).toEqual([2, expect.stringContaining("REPLAY-TARGET-MISSING")]);
});
