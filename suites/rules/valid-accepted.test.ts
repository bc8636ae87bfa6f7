import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { memoryEchoRules } from "./memory-echoes.ts";
import { judged, past, rejected } from "./testing/judged.ts";
import { validAcceptedRules } from "./valid-accepted.ts";

/** A request as the document says that it is sent. */
function sent(body: JsonObject, headers = { "content-type": "application/json" }): HistoryEntry {
  const one = past(body, {});
  const request = { ...one.exchange.request, headers, body: JSON.stringify(body) };
  return {
    ...one,
    input: { operation: "create-task", parameters: {}, body },
    exchange: { ...one.exchange, request },
  };
}

function no(one: HistoryEntry, status: number, code?: string): HistoryEntry {
  const { request } = one.exchange;
  const { exchange, ...rest } = rejected(one, status, code);
  return { ...rest, exchange: { ...exchange, request } };
}

const RULE = "tasks.create.succeeds";
const plain = sent({ title: "one" });

test("what every reading takes is not rejected, whatever is in it together", () => {
  const rich = sent({ title: "one", description: "more", priority: "high" });
  expect(judged(validAcceptedRules, RULE, { "create-task": [plain, rich] })).toBe(2);
  expect(judged(validAcceptedRules, RULE, { "create-task": [plain, no(rich, 400)] })).toBe("broken");
  expect(judged(validAcceptedRules, RULE, { "create-task": [plain, no(rich, 403)] })).toBe("broken");
  // What it is about may not be there yet for all.
  expect(judged(validAcceptedRules, RULE, { "create-task": [plain, no(rich, 404)] })).toBe(2);
});

test("a target may ask for more than the contract does, and reject what names something else", () => {
  expect(judged(validAcceptedRules, RULE, { "create-task": [no(plain, 400)] })).toBe(0);
  const below = sent({ title: "one", parentTaskId: "t1" });
  expect(judged(validAcceptedRules, RULE, { "create-task": [plain, no(below, 400)] })).toBe(1);
});

test("a task may stand below one of the caller's that stands below none", () => {
  const above = { ...plain, exchange: past({ title: "one" }, { id: "t0" }).exchange };
  const below = no(sent({ title: "one", parentTaskId: "t0" }), 400);
  expect(judged(validAcceptedRules, RULE, { "create-task": [above, below] })).toBe("broken");
});

test("a plan that is used up says nothing of what was sent, whatever the status", () => {
  expect(judged(validAcceptedRules, RULE, { "create-task": [plain, no(plain, 400, "plan_limit_reached")] })).toBe(1);
});

test("what was not sent as the document says may be rejected", () => {
  const unusual = no(sent({ title: "one" }, { "content-type": "text/plain" }), 400);
  expect(judged(validAcceptedRules, RULE, { "create-task": [plain, unusual] })).toBe(1);
});

test("a title as long as may be is a requirement of its own", () => {
  const history = { "create-task": [plain, no(sent({ title: "a".repeat(500), status: "todo" }), 400)] };
  expect(judged(validAcceptedRules, "tasks.create.title-max", history)).toBe("broken");
  expect(judged(validAcceptedRules, RULE, history)).toBe(1);
});

test("what a claim was remembered with comes back", () => {
  const claim = {
    content: "tea that stands for long gets cold",
    kind: "fact",
    scope_id: "s1",
    derived_from: [{ id: "m1" }],
  };
  const of = (asked: JsonObject, shown: JsonObject) => {
    const body = { ...claim, ...asked };
    return { remember: [{ ...past(body, shown), input: { operation: "remember", parameters: {}, body } }] };
  };
  expect(judged(memoryEchoRules, "memories.remember.confidence", of({ confidence: 0.62 }, { confidence: 0.62 }))).toBe(
    1,
  );
  expect(judged(memoryEchoRules, "memories.remember.confidence", of({ confidence: 0.62 }, { confidence: 0.6 }))).toBe(
    "broken",
  );
  const asked = { metadata: { tags: ["one"], topic: "two" } };
  expect(judged(memoryEchoRules, "memories.remember.metadata", of(asked, asked))).toBe(1);
  expect(judged(memoryEchoRules, "memories.remember.metadata", of(asked, { metadata: { tags: ["one"] } }))).toBe(
    "broken",
  );
  const week = { ttl_seconds: 604_800 };
  expect(judged(memoryEchoRules, "memories.remember.ttl-seconds", of(week, week))).toBe(1);
  expect(judged(memoryEchoRules, "memories.remember.ttl-seconds", of(week, { ttl_seconds: 60 }))).toBe("broken");
  // Whether a short lifetime is lengthened is open.
  expect(judged(memoryEchoRules, "memories.remember.ttl-seconds", of({ ttl_seconds: 5 }, { ttl_seconds: 60 }))).toBe(0);
});

test("what the caller may ask for is valid for another agent of its workspace, which may not be allowed to", () => {
  const theirs = { ...no(sent({ title: "two" }), 400), isOwn: false, otherKey: "theirs" };
  expect(judged(validAcceptedRules, RULE, { "create-task": [plain, theirs] })).toBe("broken");
  const forbidden = { ...no(sent({ title: "two" }), 403), isOwn: false, otherKey: "theirs" };
  expect(judged(validAcceptedRules, RULE, { "create-task": [plain, forbidden] })).toBe(2);
  // Of another workspace nothing is known.
  expect(judged(validAcceptedRules, RULE, { "create-task": [plain, { ...theirs, otherKey: "elsewhere" }] })).toBe(1);
});
