import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFake, type Fake } from "../../../fake/index.ts";
import { acceptsSkip } from "../../target/fixtures.ts";
import { completeTarget } from "../../target/load.ts";
import { type Diagnosis, diagnosisText } from "../doctor/diagnosis-text.ts";
import { wacHere as wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let cwd: string;
let fake: Fake;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "wac-doctor-"));
  fake = await createFake();
});
afterEach(async () => {
  await fake.close();
  rmSync(cwd, { recursive: true, force: true });
});

async function diagnose(change: object): Promise<{ status: number | null; diagnosis: Diagnosis }> {
  writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, ...change }));
  const { status, stdout } = await wac(["doctor", "--target", "t.json", "--json"], { cwd });
  return { status, diagnosis: JSON.parse(stdout) as Diagnosis };
}

const wrongOnes = ({ fixtures }: Diagnosis) =>
  fixtures.filter(({ state }) => state === "wrong").map(({ fixture }) => fixture);

test("finds nothing wrong with the fake's own fixtures", async () => {
  const { status, diagnosis } = await diagnose({});
  expect([status, wrongOnes(diagnosis), diagnosis.gaps]).toEqual([0, [], []]);
  expect(diagnosis.service).toMatchObject({ reachable: true, keyAccepted: true });
  expect(diagnosis.measures.latencyMs.median).toBeGreaterThan(0);
});

test("names every fixture that is not what it claims, with the remedy", async () => {
  const { fixtures } = fake;
  const swapped = {
    ...fixtures,
    memberChannel: fixtures.foreignChannel,
    foreignChannel: fixtures.memberChannel,
    unreadableScope: fixtures.scope,
    otherAgent: { ...fixtures.otherAgent, apiKey: "wak_none" },
    seedMemory: "no-such-memory",
    tasks: { ...fixtures.tasks, done: fixtures.tasks?.cancelled, private: fixtures.tasks?.inChannel },
    memories: { ...fixtures.memories, expired: fixtures.memories?.superseded },
    messages: { foreign: { word: "the" } },
  };
  const { status, diagnosis } = await diagnose({ fixtures: swapped });
  expect(status).toBe(1);
  expect(wrongOnes(diagnosis).sort()).toEqual(
    expect.arrayContaining([
      "foreignChannel",
      "memberChannel",
      "memories.expired",
      "otherAgent.apiKey",
      "seedMemory",
      "tasks.done",
      "tasks.private",
      "unreadableScope",
    ]),
  );
  for (const finding of diagnosis.fixtures) {
    if (finding.state === "wrong") expect(finding.remedy).toBeTruthy();
  }
});

test("ranks missing fixtures by what each would prove, and prints the acceptSkips that would accept every gap", async () => {
  const fixtures = { scope: fake.fixtures.scope };
  const { diagnosis } = await diagnose({ fixtures, acceptSkips: ["exhaustedPlan"] });
  const [first] = diagnosis.gaps;
  expect(first?.fixture).toBe("memberChannel");
  expect(diagnosis.gaps.map(({ wins }) => wins.length)).toEqual(
    diagnosis.gaps.map(({ wins }) => wins.length).sort((a, b) => b - a),
  );
  for (const gap of diagnosis.gaps) expect(gap.accepted).toBe(gap.fixture.startsWith("exhaustedPlan"));

  const printed = /^ {2}acceptSkips: \[(.+)\]$/m.exec(diagnosisText(diagnosis))?.[1]?.split(", ") ?? [];
  expect(printed).toContain("memberChannel");
  const { acceptSkips } = completeTarget({ ...fake.target, acceptSkips: ["exhaustedPlan", ...printed] }, cwd);
  expect(diagnosis.gaps.filter(({ fixture }) => !acceptsSkip(acceptSkips, fixture))).toEqual([]);
});

const NAMES = ["list-tasks status", "search-memories text", "get-messages limit"];

function states({ names }: Diagnosis): readonly string[] {
  return NAMES.map((name) => {
    const found = names.find(({ operation, role }) => `${operation} ${role}` === name);
    return `${name} ${found?.state}`;
  });
}

test("tells names that the target does not know", async () => {
  const other = await createFake({ variant: { "parameter-names": "other" } });
  const { baseUrl, apiKey, fixtures } = other.target;
  const bare = await diagnose({ baseUrl, apiKey, fixtures, contract: {} });
  expect([bare.status, states(bare.diagnosis)]).toEqual([1, NAMES.map((name) => `${name} wrong`)]);
  const named = await diagnose({ ...other.target });
  expect([named.status, states(named.diagnosis)]).toEqual([0, NAMES.map((name) => `${name} ok`)]);
  await other.close();
});

test("exits 2 with a remedy when the key is rejected or nothing responds", async () => {
  const rejected = await diagnose({ apiKey: "wak_none" });
  expect([rejected.status, rejected.diagnosis.service.keyAccepted, rejected.diagnosis.gaps]).toEqual([2, false, []]);
  const { status, stdout } = await wac(["doctor", "--base-url", "http://127.0.0.1:9", "--api-key", "k"], { cwd });
  expect(status).toBe(2);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:9: no response: ECONNREFUSED[\s\S]*Is the service up/);
  expect(stdout).not.toContain("Missing");
});

test.each(["doctor", "plan"])(
  "%s rejects an acceptSkips entry that matches nothing, as a run does",
  async (command) => {
    writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, acceptSkips: [GAP] }));
    const { status, stderr } = await wac([command, "--target", "t.json"], { cwd });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^TARGET-FILE-UNKNOWN-REQUIREMENT: .*recall\.ordr/)]);
  },
);

const GAP = { requirement: "recall.ordr*", reason: "a typo", expires: "2999-01-01" };

test("shows no key that the target sends back, in whatever form", async () => {
  const key = "SeKret+KEY/abc=0123456789xyzQ";
  const evil = `${key} ${Buffer.from(key).toString("base64")} ${encodeURIComponent(key)} \u001b[31m##[add-mask]x`;
  const echo = createServer((_request, response) => {
    response.writeHead(400, { "content-type": "application/json", "x-ratelimit-key": key, "retry-after": key });
    response.end(JSON.stringify({ success: false, error: { code: evil, message: evil } }));
  });
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  const shown = await wac(["doctor", "--base-url", baseUrl, "--api-key", key], { cwd });
  const json = await wac(["doctor", "--base-url", baseUrl, "--api-key", key, "--json"], { cwd });
  echo.closeAllConnections();
  echo.close();
  expect([shown.status, json.status]).toEqual([2, 2]);
  const all = shown.stdout + json.stdout + shown.stderr;
  for (const form of [key, key.slice(0, 15), Buffer.from(key).toString("base64"), encodeURIComponent(key)]) {
    expect(all).not.toContain(form);
  }
  expect(all).not.toMatch(/[^\P{Cc}\n]|##\[/u);
});

test("keeps its own words where the key is as short as a letter", async () => {
  writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, apiKey: "x" }));
  const { status, stdout, stderr } = await wac(["doctor", "--target", "t.json"], { cwd });
  expect([status, stderr]).toEqual([2, ""]);
  expect(stdout).toContain("latency");
});
