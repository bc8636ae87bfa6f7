import type { ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import type { Report } from "../../spec/report.ts";
import type { ResolvedTarget } from "../target/types.ts";
import { failuresOf, startRelayedFake } from "./testing/relayed-fake.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(intercept?: Parameters<typeof startRelayedFake>[0]) {
  const relayed = await startRelayedFake(intercept);
  closers.push(relayed.close);
  return relayed;
}

function verdictsOf(report: Report): string[] {
  return report.requirements.map(({ id, verdict }) => `${id} ${verdict}`);
}

test("a target that redirects is not followed: the key goes nowhere else", async () => {
  const elsewhere = await start();
  const { run } = await start(() => (_relayed, response) => {
    response.writeHead(302, { location: `${elsewhere.relay.baseUrl}/v1/agent/list-tasks` }).end();
    return true;
  });
  const report = await run();
  expect(elsewhere.relay.seen).toEqual([]);
  expect(report).toMatchObject({ exitCode: 2, problem: expect.stringMatching(/302.*state as baseUrl/) });
});

test("a target that dies in the middle ends the run early, with what is proven so far", async () => {
  let answered = 0;
  const { run } = await start(() => (_relayed, response) => {
    answered += 1;
    if (answered < 150) return false;
    response.destroy();
    return true;
  });
  const report = await run();
  expect(report).toMatchObject({ verdict: "incomplete", exitCode: 3, problem: expect.any(String) });
  expect(report.problem).toMatch(/^the target stopped responding: .*(ECONNRESET|closed)/);
  expect(report.summary.MUST.pass).toBeGreaterThan(0);
  expect(report.run.requests).toBeLessThan(200);
});

const SOME = ["messages.search.succeeds", "tasks.list.succeeds"];

test("a body that comes drop by drop is given up at the time-out, and holds nothing else up", async () => {
  const { run } = await start(() => ({ path }, response) => {
    if (!path.includes("search-messages")) return false;
    drip(response);
    return true;
  });
  expect(verdictsOf(await run({ only: SOME }))).toEqual(["messages.search.succeeds fail", "tasks.list.succeeds pass"]);
});

test.each<[string, (response: ServerResponse) => void]>([
  ["closes every connection", (response) => response.destroy()],
  ["never responds", () => undefined],
  ["stays unavailable", (response) => unavailable(response)],
])("an operation that %s fails to succeed, with one finding, and costs the others nothing", async (_, answer) => {
  const { run } = await start(() => ({ path }, response) => {
    if (!path.includes("search-messages")) return false;
    answer(response);
    return true;
  });
  const report = await run({ only: [...SOME, "messages.search.query", "messages.send.succeeds"] });
  expect([failuresOf(report), report.exitCode]).toEqual([["messages.search.succeeds"], 1]);
  expect(verdictsOf(report)).toEqual(
    expect.arrayContaining(["tasks.list.succeeds pass", "messages.send.succeeds pass"]),
  );
  expect(report.requirements.find(({ verdict }) => verdict === "fail")?.reason).toMatch(
    /while other operations responded/,
  );
});

function unavailable(response: ServerResponse): void {
  const failure = { success: false, error: { code: "upstream_unavailable", message: "no upstream" } };
  response.writeHead(503, { "content-type": "application/json" }).end(JSON.stringify(failure));
}

test("another workspace is kept apart without list-tasks, where that gives no response", async () => {
  const { run } = await start(() => ({ path }, response) => {
    if (!path.includes("list-tasks")) return false;
    response.destroy();
    return true;
  });
  const report = await run({ only: ["isolation.get-messages", "isolation.search-memories"] });
  expect(verdictsOf(report)).toEqual(
    expect.arrayContaining(["isolation.get-messages pass", "isolation.search-memories pass"]),
  );
});

test("what can be proven without list-tasks is proven, and the rest names it", async () => {
  const { run } = await start(() => ({ path }, response) => {
    if (!path.includes("list-tasks")) return false;
    response.destroy();
    return true;
  });
  const only = [
    "tasks.list.succeeds",
    "tasks.block.*",
    "tasks.release.*",
    "tasks.create.creator",
    "isolation.release-task",
  ];
  const report = await run({ only });
  expect(failuresOf(report)).toEqual(["tasks.list.succeeds"]);
  const of = new Map(report.requirements.map(({ id, verdict }) => [id, verdict]));
  for (const id of WITHOUT_LISTING) expect([id, of.get(id)]).toEqual([id, "pass"]);
  const open = report.requirements.filter(({ level, verdict }) => level === "MUST" && verdict === "inconclusive");
  expect(open.filter(({ reason }) => !reason?.includes("list-tasks"))).toEqual([]);
  expect(open.map(({ id }) => id)).toContain("tasks.block.persists");
});

const WITHOUT_LISTING = [
  ...["tasks.block.succeeds", "tasks.block.status", "tasks.block.keeps-fields", "tasks.create.creator"],
  ...["tasks.release.succeeds", "tasks.release.clears-assignment", "tasks.release.keeps-fields"],
  ...["tasks.release.unassigned", "tasks.release.other-assignee", "isolation.release-task"],
];

test("an operation that takes longer than a time-out is slow, has not failed, and costs a few time-outs", async () => {
  let asked = 0;
  const { run } = await start(() => ({ path }, response) => {
    if (!path.includes("search-messages")) return false;
    asked += 1;
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(EMPTY), 750);
    return true;
  });
  const hasty = (target: ResolvedTarget) => ({ ...target, http: { ...target.http, timeoutMs: 500 } });
  const report = await run({ only: [...SOME, "messages.search.*"] }, hasty);
  expect([failuresOf(report), report.exitCode]).toEqual([[], 3]);
  const slow = report.requirements.filter(({ id }) => id.startsWith("messages.search."));
  expect(slow.filter(({ verdict }) => verdict === "inconclusive").length).toBeGreaterThan(5);
  expect(slow.find(({ id }) => id === "messages.search.input-types")?.reason).toMatch(
    /no response.*raise http\.timeoutMs/,
  );
  expect(asked).toBeLessThanOrEqual(MAX_ASKED);
});

/** Six valid requests, as many to its URL with unusual parameters, a few that it has to reject, and some that are given more time. */
const MAX_ASKED = 24;

const EMPTY = JSON.stringify({ success: true, data: { messages: [] } });

function drip(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
}

test("half a response is none, whether its length was stated or not", async () => {
  for (const length of [{ "content-length": "400" }, {}]) {
    const { run } = await start(() => ({ path }, response) => {
      if (!path.includes("search-messages")) return false;
      response.writeHead(200, { "content-type": "application/json", ...length });
      response.write('{"success": true, "data": {"mess', () => response.destroy());
      return true;
    });
    expect(verdictsOf(await run({ only: SOME }))).toEqual([
      "messages.search.succeeds fail",
      "tasks.list.succeeds pass",
    ]);
  }
});

/** Rejects a request for its rate, in the style of its family. */
function busy(path: string, response: ServerResponse, retryAfter: string): true {
  const error = path.includes("/sdk/") ? { code: "RATE_LIMITED" } : { code: "rate_limited", retryable: true };
  const body = JSON.stringify({ success: false, error: { ...error, message: "slow down" } });
  response.writeHead(429, { "content-type": "application/json", "retry-after": retryAfter }).end(body);
  return true;
}

test("a target that rejects everything for its rate is unusable, and the report says why", async () => {
  const { run, relay } = await start(
    () =>
      ({ path }, response) =>
        busy(path, response, "0"),
  );
  const report = await run();
  expect(report).toMatchObject({ verdict: "unusable", exitCode: 2, problem: expect.stringContaining("429") });
  expect(relay.seen.length).toBeLessThan(20);
});

test("a target that from some moment on asks for an hour of rest ends the run with what is proven so far", async () => {
  let answered = 0;
  const { run, relay } = await start(() => ({ path }, response) => {
    answered += 1;
    return answered >= 150 && busy(path, response, "3600");
  });
  const report = await run();
  expect(report).toMatchObject({ verdict: "incomplete", exitCode: 3, problem: expect.stringContaining("429") });
  expect(report.summary.MUST.pass).toBeGreaterThan(0);
  expect(relay.seen.length).toBeLessThan(200);
});

test("what a gateway rejects with 503 after it was done, and is sent again, is not a second resource of one request", async () => {
  const rejected = new Set<string>();
  const { run } = await start((fake) => ({ method, path, headers, body }, response) => {
    const text = body.toString("utf8");
    if (!/create-task|send-message|remember/.test(path) || rejected.has(text) || rejected.size > 40) return false;
    rejected.add(text);
    const { authorization = "" } = headers;
    const asked = { method, headers: { authorization, "content-type": "application/json" }, body: text };
    void fetch(fake.baseUrl + path, asked).then(() => {
      const code = path.includes("/sdk/") ? "SERVICE_UNAVAILABLE" : "upstream_unavailable";
      const failure = { success: false, error: { code, message: "no upstream" } };
      response.writeHead(503, { "content-type": "application/json", "retry-after": "0" }).end(JSON.stringify(failure));
    });
    return true;
  });
  const report = await run({ only: ["consistency.made-once"] });
  expect(rejected.size).toBeGreaterThan(10);
  expect(failuresOf(report)).toEqual([]);
});

test("a response of five megabytes is read and judged, and stands cut in the report", async () => {
  const body = JSON.stringify({ success: true, data: { messages: "x".repeat(5 * 1024 * 1024) } });
  const { run } = await start(() => ({ path }, response) => {
    if (!path.includes("search-messages")) return false;
    response.writeHead(200, { "content-type": "application/json" }).end(body);
    return true;
  });
  const report = await run({ only: ["messages.search.answer", "messages.search.succeeds"] });
  expect(failuresOf(report)).toEqual(["messages.search.answer"]);
  expect(JSON.stringify(report).length).toBeLessThan(400_000);
});
