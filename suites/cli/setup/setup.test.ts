import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFake, type Fake } from "../../../fake/index.ts";
import { parseReport } from "../../../reports/read.ts";
import { ended, startWac, wacHere as wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let cwd: string;
let fake: Fake;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "wac-setup-"));
  fake = await createFake();
});
afterEach(async () => {
  await fake.close();
  rmSync(cwd, { recursive: true, force: true });
});

/** A target file with the fake's fixtures but for its tokens, and these commands. */
function writeTarget(commands: object): void {
  const { challengeTokens: _, ...fixtures } = fake.fixtures;
  writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, fixtures, ...commands }));
}

const LEAVE_TRACE = "cat > after.json";
const ONLY = ["--only", "connection.*", "--budget", "smoke", "--seed", "1"];
const run = () =>
  wac(["run", "--target", "t.json", ...ONLY], {
    cwd,
    env: { TOKENS: fake.fixtures.challengeTokens?.slice(0, 9).join(" ") ?? "" },
  });
const traced = (): { readonly challengeTokens?: readonly string[] } =>
  JSON.parse(readFileSync(join(cwd, "after.json"), "utf8"));

test("merges what setup prints into the fixtures, and hands all of them to teardown", async () => {
  const script = 'cat > before.json; printf \'{"challengeTokens":["%s"]}\' "$(echo $TOKENS | sed \'s/ /","/g\')"';
  writeTarget({ setup: script, teardown: { command: LEAVE_TRACE, timeoutSeconds: 20 } });
  const { status, stdout, stderr } = await run();
  expect([status, stderr]).toEqual([0, expect.stringContaining("setup: cat > before.json")]);
  const report = parseReport(readFileSync(join(cwd, "wac-report", "report.json"), "utf8"), "report.json");
  expect(report.requirements.filter(({ missingFixtures }) => missingFixtures.includes("challengeTokens"))).toEqual([]);
  expect(JSON.parse(readFileSync(join(cwd, "before.json"), "utf8")).scope).toBe(fake.fixtures.scope);
  expect(traced().challengeTokens).toHaveLength(9);
  for (const token of traced().challengeTokens ?? [])
    expect(stdout + stderr + JSON.stringify(report)).not.toContain(token);
});

test("ends with 2 before anything is sent when setup fails, shows the end of its errors without keys, and tears down", async () => {
  writeTarget({
    setup: ["sh", "-c", `echo "no database, key ${fake.apiKey}" >&2; exit 3`],
    teardown: LEAVE_TRACE,
  });
  const { status, stderr } = await run();
  expect(status).toBe(2);
  expect(stderr).toMatch(/SETUP-FAILED: .*exit status 3\.\n {2}command: \["sh"/);
  expect(stderr).toContain("no database, key [redacted]");
  expect(stderr).not.toContain(fake.apiKey);
  expect(fake.journal.count()).toBe(0);
  expect(traced()).toHaveProperty("scope");
});

test("ends a setup with all that it has started when its time is over", async () => {
  writeTarget({ setup: { command: "(sleep 2; touch late) & sleep 30", timeoutSeconds: 0.5 } });
  const started = performance.now();
  const { status, stderr } = await run();
  expect([status, stderr]).toEqual([2, expect.stringContaining("no end within 0.5 s")]);
  expect(performance.now() - started).toBeLessThan(25_000);
  await new Promise((done) => setTimeout(done, 2500));
  expect(existsSync(join(cwd, "late"))).toBe(false);
});

test("rejects what setup prints with the nearest key, and no value", async () => {
  writeFileSync(join(cwd, "made.json"), '{"challengTokens":["tok-secret"]}');
  writeTarget({ setup: "cat made.json" });
  const { status, stderr } = await run();
  expect([status, stderr]).toEqual([2, expect.stringMatching(/SETUP-OUTPUT-UNKNOWN-KEY.*"challengeTokens"/)]);
  expect(stderr).not.toContain("tok-secret");
});

test("reports a teardown that fails, and keeps the status of the run", async () => {
  writeTarget({ teardown: "echo still there >&2; exit 9" });
  const { status, stderr } = await run();
  expect(status).not.toBe(2);
  expect(stderr).toMatch(/warning: TEARDOWN-FAILED: .*exit status 9[\s\S]*still there/);
});

test("tears down after an interrupt in the middle of a run, and after a second one that ends the process", async () => {
  for (const signals of [1, 2]) {
    rmSync(join(cwd, "after.json"), { force: true });
    writeTarget({ setup: "echo '{}'", teardown: LEAVE_TRACE });
    const child = startWac(["run", "--target", "t.json", "--seed", "1"], { cwd });
    const end = ended(child);
    await vi.waitUntil(() => fake.journal.count() > 20, { timeout: 60_000 });
    child.kill("SIGINT");
    if (signals === 2) {
      await new Promise((done) => setTimeout(done, 600));
      child.kill("SIGINT");
    }
    const { status } = await end;
    expect([status, existsSync(join(cwd, "after.json"))]).toEqual([3, true]);
    fake.journal.clear();
  }
});

test("runs no command for what only plans, lists or explains", async () => {
  writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, setup: "touch ran", teardown: "touch ran" }));
  await wac(["plan", "--target", "t.json", "--only", "tasks.create.title-max", "--budget", "smoke"], { cwd });
  expect(existsSync(join(cwd, "ran"))).toBe(false);
  await wac(["doctor", "--target", "t.json"], { cwd });
  expect(existsSync(join(cwd, "ran"))).toBe(true);
});
