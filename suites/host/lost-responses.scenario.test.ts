import { afterEach, expect, test } from "vitest";
import type { Fake, FakeOptions } from "../../fake/index.ts";
import type { Report } from "../../spec/report.ts";
import type { ResolvedTarget } from "../target/types.ts";
import type { Intercept, Relayed } from "./testing/relay.ts";
import { failuresOf, startRelayedFake } from "./testing/relayed-fake.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Every 50th request has no response, and every 15th where many shall have none. */
const EVERY = 50;
const OFTEN = 15;

/** The time-out where many requests have no response. */
const HASTY_MS = 400;

/** What creates, changes and uploads, and what reads the same. */
const WRITES = ["tasks.create.*", "tasks.block.*", "messages.flag.persists", "files.flow.put"];

/** Enough other requests that some of them is lost, and that a run does not end with its first failure. */
const COMPANY = ["tasks.list.*", "messages.get.*", "messages.send.succeeds"];

/** A target that never responds to every so many-th request, and performs it or not. */
function losing(isPerformed: boolean, every: number, note: (relayed: Relayed) => void) {
  return (fake: Fake): Intercept => {
    let count = 0;
    return (relayed) => {
      count += 1;
      if (count % every !== 0) return false;
      note(relayed);
      if (isPerformed) perform(fake, relayed).catch(() => undefined);
      return true;
    };
  };
}

async function perform({ baseUrl }: Fake, { method, path, headers, body }: Relayed): Promise<void> {
  const { authorization = "", "content-type": type = "" } = headers;
  const sent = method === "GET" ? {} : { body: new Uint8Array(body) };
  const response = await fetch(baseUrl + path, { method, headers: { authorization, "content-type": type }, ...sent });
  await response.arrayBuffer();
}

async function runAt(isPerformed: boolean, only: string[], options: FakeOptions = {}, every = EVERY) {
  const lost: Relayed[] = [];
  const { run, close } = await startRelayedFake(
    losing(isPerformed, every, (one) => lost.push(one)),
    undefined,
    options,
  );
  closers.push(close);
  const hasty = (target: ResolvedTarget) => ({ ...target, http: { ...target.http, timeoutMs: HASTY_MS } });
  return { report: await run({ only }, every === OFTEN ? hasty : undefined), lost };
}

function openMust(report: Report): string[] {
  return report.requirements
    .filter(({ level, verdict }) => level === "MUST" && ["fail", "inconclusive"].includes(verdict))
    .map(({ id, reason }) => `${id}: ${reason}`);
}

test.each([
  ["are lost", false],
  ["are performed", true],
])("requests that %s without a response now and then end in a verdict and an observation", async (_, isPerformed) => {
  const { report, lost } = await runAt(isPerformed, WRITES);
  expect(openMust(report)).toEqual([]);
  expect(report).toMatchObject({ verdict: "conformant", exitCode: 0 });
  expect(lost.filter(({ method }) => method !== "GET").length).toBeGreaterThan(1);
  const observation = report.observations.find(({ id }) => id === "responses.lost");
  expect(observation?.answer).toBe("some had none in time");
  expect(observation?.evidence).toMatch(/\d % /);
});

test.each([
  ["unkept@block-task>status", "tasks.block.persists"],
  ["lose-write@send-message", "messages.send.readable"],
])("%s responds with 200 and loses a write: that fails, whatever else has no response", async (mutant, broken) => {
  const { report, lost } = await runAt(false, [broken, ...COMPANY], {
    mutants: [mutant],
  });
  expect(lost.length).toBeGreaterThan(0);
  expect(report.exitCode).toBe(1);
  expect(failuresOf(report)).toContain(broken);
});

test.each<[string, FakeOptions, string[]]>([
  ["the reference has no failure", {}, []],
  ["a service that loses a message fails", { mutants: ["lose-write@send-message"] }, ["messages.send.readable"]],
])("where every 15th request has no response, %s", async (_, options, broken) => {
  const { report, lost } = await runAt(true, ["messages.send.readable", "tasks.list.query"], options, OFTEN);
  expect(lost.filter(({ method }) => method !== "GET").length).toBeGreaterThan(1);
  expect(failuresOf(report)).toEqual(broken);
  if (broken.length > 0) expect(report).toMatchObject({ verdict: "nonconformant", exitCode: 1 });
});

test("a storage that closes every connection fails the upload alone, and no other request waits for it", async () => {
  let closed = 0;
  const { run, close } = await startRelayedFake(() => ({ path }, response) => {
    if (path.startsWith("/v1/")) return false;
    closed += 1;
    response.destroy();
    return true;
  });
  closers.push(close);
  const report = await run({
    only: ["files.flow.put", "messages.send.succeeds", "tasks.list.*", "tasks.create.title*"],
  });
  expect([failuresOf(report), report.exitCode]).toEqual([["files.flow.put"], 1]);
  const proven = report.requirements.filter(({ verdict }) => verdict === "pass").map(({ id }) => id);
  expect(proven).toEqual(expect.arrayContaining(["tasks.list.succeeds", "tasks.create.title-min"]));
  expect(openMust(report).every((text) => /^(files|messages\.send)\./.test(text))).toBe(true);
  expect(closed).toBeLessThan(20);
  expect(closed).toBeGreaterThan(0);
});
