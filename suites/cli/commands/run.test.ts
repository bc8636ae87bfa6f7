import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { parseReport } from "../../../reports/read.ts";
import { requirement } from "../../../reports/samples/parts.ts";
import { nonconformant } from "../../../reports/samples/runs.ts";
import type { Report } from "../../../spec/report.ts";
import { ended, startWac, wacHere as wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let cwd: string;
let server: Server | null = null;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "wac-run-"));
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
  rmSync(cwd, { recursive: true, force: true });
});

const report = (folder = "wac-report") => {
  const path = join(cwd, folder, "report.json");
  return parseReport(readFileSync(path, "utf8"), path);
};

/** Starts a server that answers everything in one way; returns the arguments that name it as the target. */
async function serving(listener: RequestListener): Promise<string[]> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((done) => started.listen(0, "127.0.0.1", done));
  return ["--base-url", `http://127.0.0.1:${(started.address() as AddressInfo).port}`, "--api-key", "k-1"];
}

test("replaces an earlier recording, and no other file without --force", async () => {
  const args = ["run", "--only", "tasks.create.priority-enum", "--budget", "smoke", "--record", "deep/r.ndjson"];
  for (const _ of [1, 2]) expect((await wac(args, { cwd })).status).toBe(0);
  expect(report().target.bundledFake).toBe(true);
  const file = join(cwd, "deep/r.ndjson");
  writeFileSync(file, "precious");
  const { status, stderr } = await wac(args, { cwd });
  expect([status, stderr.split(":")[0], readFileSync(file, "utf8")]).toEqual([2, "OUTPUT-EXISTS", "precious"]);
  expect((await wac([...args, "--force"], { cwd })).status).toBe(0);
  expect(readFileSync(file, "utf8")).toMatch(/^\{"recording":1/);
});

test("runs some requirements against the bundled fake, writes the reports and exits 0", async () => {
  const { status, stdout, stderr } = await wac(["run", "--only", "tasks.create.priority-enum", "--seed", "7"], { cwd });
  expect([status, stdout.split(":")[0]]).toEqual([0, "conformant"]);
  expect(stderr).toMatch(/^the bundled fake: at most 10,000 requests, .*budget standard, seed 7\n/);
  expect(stderr).not.toContain("\u001b[");
  expect(report().run).toMatchObject({ seed: 7, budget: "standard" });
  for (const name of ["report.html", "junit.xml", "summary.md"]) {
    expect(stdout).toContain(`wrote wac-report/${name}`);
    expect(existsSync(join(cwd, "wac-report", name))).toBe(true);
  }
});

test("finds a broken rule in a target file's server, with ready entries and a line that repeats it", async () => {
  const fake = await createFake();
  const overlay =
    "overlay: 1.0.0\ninfo: { title: t, version: '1' }\nactions:\n  - target: $.paths['/v1/agent/create-task'].post.requestBody.content['application/json'].schema.properties.title\n    update: { maxLength: 400 }\n";
  writeFileSync(join(cwd, "o.yaml"), overlay);
  writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, contract: { overlay: "o.yaml" } }));
  const args = [
    "run",
    "--target",
    "t.json",
    "--only",
    "tasks.create.title-max",
    "tasks.create.priority-enum",
    "--budget",
    "smoke",
    "--out",
    "r",
  ];
  const { status, stdout } = await wac(args, { cwd });
  expect(status).toBe(1);
  expect(stdout).toMatch(/ replay r\/report\.json tasks\.create\.title-max --target t\.json$/m);
  expect(
    report("r")
      .requirements.filter(({ verdict }) => verdict === "fail")
      .map(({ id }) => id),
  ).toEqual(["tasks.create.title-max"]);

  const ready = join(cwd, "r", "known-failures.new.yaml");
  expect((await wac([...args, "--known-failures", ready], { cwd })).stderr).toContain("RUN-KNOWN-FAILURES-IN-OUT");
  const copied = readFileSync(ready, "utf8");
  writeFileSync(join(cwd, "k.yaml"), copied);
  const unfilled = await wac([...args, "--known-failures", "k.yaml"], { cwd });
  expect([unfilled.status, unfilled.stdout]).toEqual([2, ""]);
  expect(unfilled.stderr).toMatch(/still has the placeholder reason.*Fill in the reason.*Fill in the owner/s);

  const entries = copied
    .replace(/ {4}reason: .*/, "    reason: ABC-1")
    .replace(/ {4}owner: .*/, "    owner: team-tasks");
  writeFileSync(join(cwd, "k.yaml"), entries);
  const excused = await wac([...args, "--known-failures", "k.yaml"], { cwd });
  expect([excused.status, ...excused.stdout.split("\n").slice(0, 2)]).toEqual([
    0,
    "nonconformant: 1 of 2 MUST proven, 1 failed",
    "gate passed: 1 known failure",
  ]);
  writeFileSync(join(cwd, "k.yaml"), entries.replace(/expires: .*/, "expires: 2020-01-01"));
  const expired = await wac([...args, "--known-failures", "k.yaml"], { cwd });
  expect([expired.status, ...expired.stdout.split("\n").slice(0, 2)]).toEqual([
    1,
    "nonconformant: 1 of 2 MUST proven, 1 failed",
    expect.stringMatching(/^gate failed: 1 MUST failed, known failure "tasks.create.title-max" expired on 2020-01-01/),
  ]);
  expect(expired.stderr).toMatch(
    /^warning: known failure "tasks.create.title-max" expired on 2020-01-01.*\n.*at most/m,
  );
  await fake.close();
});

test("a stale known-failures entry fails the gate and says nothing of the target", async () => {
  const entry = { requirement: "tasks.create.title-max", reason: "ABC-1", owner: "team-tasks", expires: "2999-12-31" };
  writeFileSync(join(cwd, "k.json"), JSON.stringify({ knownFailures: [entry] }));
  const args = ["run", "--budget", "smoke", "--only", "tasks.create.title-max", "--known-failures", "k.json"];
  const { status, stdout } = await wac(args, { cwd });
  expect([status, ...stdout.split("\n").slice(0, 2)]).toEqual([
    1,
    "conformant: 1 of 1 MUST proven",
    "gate failed: the known failure of tasks.create.title-max passes now: take its entry out",
  ]);
  expect(report()).toMatchObject({ verdict: "conformant", gate: { result: "failed", exitCode: 1 }, exitCode: 1 });
});

test("a skip that the target file accepts passes the gate, and leaves the target unproven", async () => {
  const fake = await createFake();
  const { exhaustedPlan: _, ...fixtures } = fake.target.fixtures ?? {};
  const only = ["--only", "tasks.plan.limit-code", "tasks.create.title-max"];
  const runWith = async (acceptSkips: readonly string[]) => {
    writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, fixtures, acceptSkips }));
    const { status, stdout } = await wac(["run", "--target", "t.json", "--budget", "smoke", ...only], { cwd });
    return [status, ...stdout.split("\n").slice(0, 2)];
  };
  const verdict = "incomplete: 1 of 2 MUST proven, 1 skipped";
  expect(await runWith([])).toEqual([3, verdict, "gate incomplete: 1 MUST not proven: 1 skipped"]);
  expect(await runWith(["exhaustedPlan"])).toEqual([0, verdict, "gate passed: 1 skip accepted"]);
  for (const name of ["report.html", "junit.xml", "summary.md"]) {
    expect(readFileSync(join(cwd, "wac-report", name), "utf8")).toMatch(/accepted by acceptSkips: exhaustedPlan/);
  }
  await fake.close();
});

test("a requirement that the target file accepts until a date passes the gate; an expired entry accepts nothing", async () => {
  const fake = await createFake();
  const { exhaustedPlan: _, ...fixtures } = fake.target.fixtures ?? {};
  const only = ["--only", "tasks.plan.limit-code", "tasks.create.title-max"];
  const runWith = async (requirement: string, expires: string) => {
    const acceptSkips = [{ requirement, reason: "no plan here", expires }];
    writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, fixtures, acceptSkips }));
    const { status, stdout, stderr } = await wac(["run", "--target", "t.json", "--budget", "smoke", ...only], { cwd });
    return { status, gate: stdout.split("\n")[1], stderr };
  };
  expect(await runWith("tasks.plan.*", "2999-12-31")).toMatchObject({
    status: 0,
    gate: "gate passed: 1 skip accepted",
  });
  const label = /accepted by acceptSkips: tasks\.plan\.\* until 2999-12-31, no plan here/;
  for (const name of ["report.html", "junit.xml"]) {
    expect(readFileSync(join(cwd, "wac-report", name), "utf8")).toMatch(label);
  }
  expect(await runWith("tasks.plan.*", "2020-01-01")).toMatchObject({
    status: 3,
    gate: 'gate incomplete: 1 MUST not proven: 1 skipped, the acceptSkips entry "tasks.plan.*" expired on 2020-01-01',
    stderr: expect.stringContaining('warning: the acceptSkips entry "tasks.plan.*" expired on 2020-01-01'),
  });
  expect(await runWith("tasks.plan.limit-cod", "2999-12-31")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /UNKNOWN-REQUIREMENT: .*"tasks.plan.limit-cod".*Did you mean "tasks.plan.limit-code"/,
    ),
  });
  await fake.close();
});

test("--strict fails the gate on a SHOULD failure, and leaves the verdict as it is", async () => {
  const fake = await createFake({ mutants: ["skip@rules.messages.countReply"] });
  // What is missing is looked for no longer than that.
  const consistency = { timeoutMs: 300, intervalMs: 50 };
  writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, consistency }));
  const args = ["run", "--target", "t.json", "--budget", "smoke"];
  args.push("--only", "messages.send.reply-count", "tasks.create.title-max");
  const verdict = "conformant: 1 of 1 MUST proven, 1 SHOULD failed";
  const lines = async (...more: string[]) => {
    const { status, stdout } = await wac([...args, ...more], { cwd });
    return [status, ...stdout.split("\n").slice(0, 2)];
  };
  expect(await lines()).toEqual([0, verdict, "gate passed: every MUST is proven"]);
  expect(await lines("--strict")).toEqual([1, verdict, "gate failed: 1 SHOULD failed (--strict)"]);
  await fake.close();
});

test("shows no key in any output", async () => {
  const fake = await createFake();
  writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, limits: { requests: 150 } }));
  const { stdout, stderr } = await wac(["run", "--target", "t.json", "--only", "auth.*", "--budget", "smoke"], { cwd });
  const files = ["report.json", "report.html", "junit.xml", "summary.md"].map((name) =>
    readFileSync(join(cwd, "wac-report", name), "utf8"),
  );
  expect([stdout, stderr, ...files].join("\n")).not.toContain(fake.apiKey);
  await fake.close();
});

test.each<[string, RequestListener]>([
  ["{}", (_, response) => response.setHeader("content-type", "application/json").end("{}")],
  ["a page", (_, response) => response.setHeader("content-type", "text/html").end("<h1>It works</h1>")],
])("fails a server that answers %s to all, with one finding, within 30 seconds", async (_, listener) => {
  const target = await serving(listener);
  const { status, stdout } = await wac(["run", ...target], { cwd });
  expect([status, stdout.includes("1 finding\n")]).toEqual([1, true]);
});

test("exits 2 when nobody listens, and when the key is rejected", async () => {
  const gone = await wac(["run", "--base-url", "http://127.0.0.1:9", "--api-key", "k"], { cwd });
  expect([gone.status, gone.stdout.split(":")[0]]).toEqual([2, "unusable"]);
  const rejection = { success: false, error: { code: "permission_denied", message: "Authentication required" } };
  const target = await serving((_, response) =>
    response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify(rejection)),
  );
  const rejected = await wac(["run", ...target], { cwd });
  expect(rejected.status).toBe(2);
  expect(report().problem).toContain("key");
});

test.each([0, 20])("leaves a valid partial report when it is interrupted after %d requests", async (count) => {
  const fake = await createFake({ latencyMs: 300 });
  writeFileSync(join(cwd, "t.json"), JSON.stringify(fake.target));
  const child = startWac(["run", "--target", "t.json"], { cwd });
  const end = ended(child);
  child.stderr.on("data", (text) => {
    if (!String(text).includes("budget standard")) return;
    void vi.waitUntil(() => fake.journal.count() >= count, { timeout: 60_000 }).then(() => child.kill("SIGINT"));
  });
  const { status, stderr } = await end;
  await fake.close();
  expect([1, 3]).toContain(status);
  expect(stderr).toContain("SIGINT: stopping");
  expect(report().problem).toContain("interrupted by SIGINT");
});

test("clears an earlier verdict away before it begins, and writes only the formats that were asked for", async () => {
  mkdirSync(join(cwd, "r"));
  writeFileSync(join(cwd, "r", "junit.xml"), "old");
  const args = ["run", "--budget", "smoke", "--only", "tasks.create.priority-enum"];
  await wac([...args, "--out", "r", "--reporter", "junit"], { cwd });
  expect(readdirSync(join(cwd, "r")).sort()).toEqual(["junit.xml", "report.json"]);
  const unusable = await wac(["run", "--base-url", "http://127.0.0.1:9", "--api-key", "k", "--out", "r"], { cwd });
  expect(unusable.status).toBe(2);
  expect(report("r").verdict).toBe("unusable");
});

test.each([
  ["an unknown option", ["--sed", "1"], "CLI-OPTION-UNKNOWN"],
  ["an unreadable target file", ["--target", "none.yaml"], "TARGET-FILE-UNREADABLE"],
  ["a setup that fails", ["--target", "t.json"], "SETUP-FAILED"],
])("moves the report of an earlier run aside after %s, and says so", async (_, args, code) => {
  const target = { baseUrl: "http://127.0.0.1:9", apiKey: "k", setup: "exit 1" };
  writeFileSync(join(cwd, "t.json"), JSON.stringify(target));
  const folder = join(cwd, "r");
  mkdirSync(join(folder, "previous"), { recursive: true });
  writeFileSync(join(folder, "report.json"), JSON.stringify(nonconformant()));
  for (const name of ["report.html", "mine.txt", "previous/junit.xml"]) writeFileSync(join(folder, name), "old");
  const { status, stderr } = await wac(["run", "--out", "r", ...args], { cwd });
  expect([status, stderr]).toEqual([2, expect.stringContaining(code)]);
  expect(stderr).toContain("note: this run wrote no report: that of an earlier run is now in r/previous/.\n");
  expect(readdirSync(folder).sort()).toEqual(["mine.txt", "previous"]);
  expect(readdirSync(join(folder, "previous")).sort()).toEqual(["report.html", "report.json"]);
  const diff = await wac(["diff", "r/previous/report.json", "r/report.json"], { cwd });
  expect([diff.status, diff.stderr]).toEqual([2, expect.stringContaining("REPORT-FILE-UNREADABLE")]);
});

test("leaves a report.json that is none of ours, and one that the command was to read", async () => {
  mkdirSync(join(cwd, "wac-report"));
  const file = join(cwd, "wac-report", "report.json");
  writeFileSync(file, "{}");
  expect((await wac(["run", "--sed", "1"], { cwd })).stderr).not.toContain("note:");
  writeFileSync(file, JSON.stringify({ ...nonconformant(), requirements: [] }));
  const { status, stderr } = await wac(["run", "--only-failed", "wac-report/report.json"], { cwd });
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining("wac-report/report.json is still that of an earlier run"),
  ]);
  expect(existsSync(file)).toBe(true);
});

test("tells GitHub: annotations, and a summary of the step", async () => {
  const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: join(cwd, "step.md"), CI: "true" };
  const target = await serving((_, response) => response.setHeader("content-type", "application/json").end("{}"));
  const { stdout } = await wac(["run", ...target, "--budget", "smoke", "--only", "envelope.*"], { cwd, env });
  expect(stdout).toMatch(/^::error /m);
  expect(readFileSync(join(cwd, "step.md"), "utf8")).toContain("MUST");
});

test("sets the outputs on GitHub if no run took place, too", async () => {
  const env = { GITHUB_ACTIONS: "true", GITHUB_OUTPUT: join(cwd, "output") };
  expect((await wac(["run", "--target", "nope.yaml"], { cwd, env })).status).toBe(2);
  expect(readFileSync(env.GITHUB_OUTPUT, "utf8")).toBe("gate=unusable\nverdict=unusable\n");
});

test.each([
  [["--budget", "smok"], 'CLI-VALUE: --budget: "smok" is not one of smoke, standard, thorough'],
  [["--seed", "-1"], 'CLI-VALUE: --seed: "-1"'],
  [["--only", "task.create.*"], 'REQUIREMENT-UNKNOWN: no requirement has an id that matches "task.create.*"'],
  [["--reporter", "junti"], "REPORT-FORMAT-UNKNOWN"],
  [["--max-failures", "0"], "CLI-VALUE: --max-failures"],
  [["--only-failed", "none.json"], "REPORT-FILE-UNREADABLE"],
  [["--api-key", "k"], "RUN-KEY-WITHOUT-TARGET"],
  [["--known-failures", "none.yaml"], "KNOWN-FAILURES-UNREADABLE"],
  [["--target", "none.yaml"], "TARGET-FILE-UNREADABLE"],
  [["--out", "/dev/null/x"], "REPORT-FOLDER-UNWRITABLE"],
  [["--record", "/dev/null/x"], "RUN-RECORD-UNWRITABLE"],
  [["--sed", "1"], 'Did you mean "--seed"?'],
])("rejects %j before any request", async (args, message) => {
  const { status, stdout, stderr } = await wac(["run", ...args], { cwd });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

test.each([
  [[], 4711],
  [["--seed", "9"], 9],
])("--only-failed with %j runs what failed with seed %d", async (more, seed) => {
  const old = failedReport();
  writeFileSync(join(cwd, "old.json"), JSON.stringify(old));
  const { status } = await wac(["run", "--budget", "smoke", "--only-failed", "old.json", ...more], { cwd });
  expect([status, report().run.seed]).toEqual([0, seed]);
  expect(report().requirements.map(({ id }) => id)).toEqual(["tasks.create.title-max"]);
});

/** The report of a run with seed 4711 in which the length of a title failed. */
function failedReport(): Report {
  const requirements = [requirement({ id: "tasks.create.title-max", verdict: "fail" })];
  const { run, ...rest } = nonconformant();
  return { ...rest, run: { ...run, seed: 4711 }, requirements };
}

test("runs once more what failed, and says so when nothing did", async () => {
  writeFileSync(join(cwd, "old.json"), JSON.stringify({ ...nonconformant(), requirements: [] }));
  const { status, stderr } = await wac(["run", "--only-failed", "old.json"], { cwd });
  expect([status, stderr.split(":")[0]]).toEqual([2, "RUN-NOTHING-FAILED"]);
});
