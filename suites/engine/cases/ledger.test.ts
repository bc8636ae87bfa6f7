import { expect, test } from "vitest";
import type { Operation } from "../../../spec/document/model.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange, ResponseViolation } from "../../client/exchange.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { Monitors } from "../../monitors/monitors.ts";
import { createLedger } from "./ledger.ts";

const creating = { id: "create-task", creates: "task" } as unknown as Operation;
const reading = { id: "list-tasks", creates: null } as unknown as Operation;

function monitors(asserted: readonly string[] = []): Monitors {
  return { judge: () => [], asserted: () => asserted, watches: () => true, fields: () => [] };
}

function violation(overrides: Partial<ResponseViolation> = {}): ResponseViolation {
  const base = { requirement: "a.b", verifier: "shape", pointer: "/data/0/id", keyword: "type" };
  return { ...base, message: "broken", expected: "text", actual: "1", ...overrides };
}

function exchange(
  operation: Operation | null,
  overrides: Partial<Exchange> = {},
  status = 200,
  data: Json = null,
): Exchange {
  return { ...answeredExchange(status, { data }), operation, ...overrides };
}

test("counts a repeated cause once, at any position of a list", () => {
  const ledger = createLedger(monitors());
  for (const pointer of ["/data/0/id", "/data/7/id", "/data/0/id"]) {
    ledger.note(exchange(reading, { violations: [violation({ pointer })] }));
  }
  expect(ledger.watch("a.b").failures).toMatchObject([{ echoes: 2, evidence: { pointer: "/data/0/id" } }]);
});

test("keeps the first twenty causes of each requirement", () => {
  const ledger = createLedger(monitors());
  const keywords = Array.from({ length: 23 }, (_, index) => `keyword-${index}`);
  ledger.note(exchange(reading, { violations: keywords.map((keyword) => violation({ keyword })) }));
  ledger.note(exchange(reading, { violations: [violation({ requirement: "c.d" })] }));
  expect(ledger.watch("a.b").failures.map(({ evidence }) => evidence.keyword)).toEqual(keywords.slice(0, 20));
  expect(ledger.watch("c.d").failures).toHaveLength(1);
});

test("counts each response for the requirements that it is evidence for", () => {
  const ledger = createLedger(monitors(["a.b"]));
  for (let count = 0; count < 3; count += 1) ledger.note(exchange(reading));
  expect(ledger.watch("a.b")).toEqual({ asserted: 3, failures: [] });
  expect(ledger.watch("c.d")).toEqual({ asserted: 0, failures: [] });
});

function nested(levels: number, id: string): Json {
  return levels === 0 ? { id } : { inner: nested(levels - 1, id) };
}

test("treats an id as its own if the response to a creation contained it", () => {
  const ledger = createLedger(monitors());
  ledger.note(exchange(creating, {}, 200, [{ id: "own", attachmentId: "file", title: "no id" }]));
  ledger.note(exchange(reading, {}, 200, [{ id: "theirs" }]));
  ledger.note(exchange(null, {}, 200, [{ id: "presigned" }]));
  expect(["own", "file", "no id", "theirs", "presigned"].filter(ledger.isOwn)).toEqual(["own", "file"]);
});

test("ignores ids that are very long or deeply nested", () => {
  const ledger = createLedger(monitors());
  const [long, longer] = ["a".repeat(1_000), "a".repeat(1_001)];
  ledger.note(exchange(creating, {}, 200, [{ id: long }, { id: longer }, nested(10, "deep"), nested(11, "deeper")]));
  expect([long, longer, "deep", "deeper"].map(ledger.isOwn)).toEqual([true, false, true, false]);
});

test("remembers credentials that were sent, intact or damaged, but not ordinary words", () => {
  const ledger = createLedger(monitors());
  for (const authorization of ["Bearer wak_secret", "bearer  wak_secre", "wak_secret", "Basic key"]) {
    ledger.note(exchange(reading, { request: { ...answeredExchange(200, {}).request, headers: { authorization } } }));
  }
  ledger.note(exchange(reading));
  expect(ledger.credentials()).toEqual(["wak_secret", "wak_secre"]);
});

test("counts requests by operation and status, and those without a response by operation only", () => {
  const ledger = createLedger(monitors());
  for (const status of [200, 200, 400]) ledger.note(exchange(reading, {}, status));
  ledger.note(exchange(reading, { outcome: { kind: "none", reason: "timeout", message: "" } }));
  ledger.note(exchange(null));
  expect([...ledger.operations()]).toEqual([["list-tasks", { requests: 4, successes: 2 }]]);
  expect([...(ledger.statuses().get("list-tasks") ?? [])]).toEqual([
    [200, 2],
    [400, 1],
  ]);
});
