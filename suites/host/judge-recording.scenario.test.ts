import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { ALL_RESPONSES_SUFFIX } from "../../spec/all-responses.ts";
import type { Report } from "../../spec/report.ts";
import type { TargetFile } from "../../spec/target-file.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { readRecording } from "../recording/read-recording.ts";
import { createIndependentServer } from "../selftest/independent/independent-server.ts";
import { keysOf } from "../target/fixtures.ts";
import { completeTarget } from "../target/load.ts";
import { judgeRecording } from "./judge-recording.ts";
import { runChecksOrThrow } from "./run-checks.ts";

const folder = mkdtempSync(join(tmpdir(), "wac-judge-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A smoke run of everything, and what its recording is judged as, which is sent nowhere. */
async function runAndJudge(server: { readonly target: TargetFile; close(): Promise<void> }) {
  closers.push(() => server.close());
  const target = completeTarget(server.target, process.cwd());
  const record = join(folder, `${closers.length}.ndjson`);
  const run = await runChecksOrThrow({ ...ordinaryRun(target, { budget: "smoke", seed: 7 }), record });
  await closers.pop()?.();
  const { head, exchanges } = readRecording(record);
  const told = completeTarget(
    { baseUrl: head.baseUrl, apiKey: "", fixtures: head.fixtures, contract: { parameters: head.parameters } },
    process.cwd(),
  );
  const judged = await judgeRecording({ head, exchanges }, { ...told, consistency: head.consistency });
  return { run, judged, target, head, exchanges, told, text: readFileSync(record, "utf8") };
}

function isProven({ verdict }: Report["requirements"][number]): boolean {
  return verdict === "pass";
}

/** Requirements that rules or monitors found broken. */
function broken({ requirements }: Report): string[] {
  const isByTraffic = (name: string) => name.endsWith(ALL_RESPONSES_SUFFIX) || name.startsWith("every response");
  return requirements
    .filter(({ checks }) => checks.some(({ name, verdict }) => verdict === "fail" && isByTraffic(name)))
    .map(({ id }) => id);
}

test("a recorded run of the fake is judged without a failure, and what it does not show is not exercised", async () => {
  const { run, judged, target, head, exchanges, told, text } = await runAndJudge(await createFake());
  expect(run.verdict).toBe("conformant");
  expect(judged.requirements.filter(({ verdict }) => verdict === "fail")).toEqual([]);
  const { pass, skip, inconclusive } = judged.summary.MUST;
  expect(pass).toBeGreaterThan(150);
  expect(inconclusive).toBe(0);
  const open = judged.requirements.filter(({ verdict, level }) => verdict === "skip" && level === "MUST");
  expect(open.filter(({ reason }) => reason?.startsWith("not exercised")).length).toBeGreaterThan(skip / 2);
  for (const key of keysOf(target)) expect(text).not.toContain(key);
  // Each caller is known again by the name of its fixture.
  expect(told.fixtures.otherAgent).toEqual({ ...target.fixtures.otherAgent, apiKey: "otherAgent.apiKey" });
  expect(exchanges.filter(({ caller }) => caller === "otherAgent").length).toBeGreaterThan(5);
  // The same requests prove nothing if every response is lost.
  const lost = exchanges.map((exchange) => ({ ...exchange, response: null }));
  expect((await judgeRecording({ head, exchanges: lost }, told)).requirements.filter(isProven)).toEqual([]);
});

test.each([
  ["drop@list-tasks?priority", "tasks.list.priority"],
  ["drop@create-task:/data/description", "tasks.create.description"],
])("what the rules of a run find of %s they find in its recording", async (mutant, requirement) => {
  const { run, judged } = await runAndJudge(await createFake({ mutants: [mutant] }));
  expect(broken(run)).toContain(requirement);
  expect(broken(judged)).toEqual(expect.arrayContaining(broken(run)));
});

test("a recorded run of the independent server is judged without a failure of a MUST", async () => {
  const { judged } = await runAndJudge(await createIndependentServer({ seed: 3 }));
  const failed = judged.requirements.filter(({ verdict, level }) => verdict === "fail" && level === "MUST");
  expect(failed.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
});
