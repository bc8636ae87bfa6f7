import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { memoryEchoRules } from "./memory-echoes.ts";
import { acceptedEntry, rejected, verdictOf } from "./testing/entries.ts";
import { validAcceptedRules } from "./valid-accepted.ts";

/** Returns a request that was sent as documented. */
function sent(body: JsonObject, headers = { "content-type": "application/json" }): HistoryEntry {
  const entry = acceptedEntry(body, {});
  const request = { ...entry.exchange.request, headers, body: JSON.stringify(body) };
  return {
    ...entry,
    input: { operation: "create-task", parameters: {}, body },
    exchange: { ...entry.exchange, request },
  };
}

function rejection(entry: HistoryEntry, status: number, code?: string): HistoryEntry {
  const { request } = entry.exchange;
  const { exchange, ...rest } = rejected(entry, status, code);
  return { ...rest, exchange: { ...exchange, request } };
}

/** Returns the second request as one that was sent after the response to the first. */
function after({ exchange: { sequence } }: HistoryEntry, { exchange, ...rest }: HistoryEntry): HistoryEntry {
  return { ...rest, exchange: { ...exchange, sequence: sequence + 1, sentAfter: sequence } };
}

const RULE = "tasks.create.succeeds";
const plain = sent({ title: "one" });

test("requires a valid request to be accepted if every member is valid in any reading", () => {
  const rich = sent({ title: "one", description: "more", priority: "high" });
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [plain, rich] })).toBe(2);
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [plain, rejection(rich, 400)] })).toBe("broken");
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [plain, rejection(rich, 403)] })).toBe("broken");
  // A 404 may mean that the resource is not visible yet.
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [plain, rejection(rich, 404)] })).toBe(2);
});

test("does not judge a target that accepts no such request, or a reference to another resource", () => {
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [rejection(plain, 400)] })).toBe(0);
  const below = sent({ title: "one", parentTaskId: "t1" });
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [plain, rejection(below, 400)] })).toBe(1);
});

test("requires a sub-task of a root task of the caller to be accepted", () => {
  const above = { ...plain, exchange: acceptedEntry({ title: "one" }, { id: "t0" }).exchange };
  const below = after(above, rejection(sent({ title: "one", parentTaskId: "t0" }), 400));
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [above, below] })).toBe("broken");
});

test("does not judge a request that names a resource of a later creation", () => {
  const above = { ...plain, exchange: acceptedEntry({ title: "one" }, { id: "44" }).exchange };
  const below = rejection(sent({ title: "one", parentTaskId: "44" }), 400);
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [after(below, above), below] })).toBe(0);
  // A target may return the same resource again for a later creation.
  const rejectedLater = after(above, below);
  const again = after(rejectedLater, above);
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [above, rejectedLater, again] })).toBe("broken");
});

test("does not judge a rejection by the plan, whatever its status", () => {
  expect(
    verdictOf(validAcceptedRules, RULE, { "create-task": [plain, rejection(plain, 400, "plan_limit_reached")] }),
  ).toBe(1);
});

test("does not judge a request that was not sent as the document states", () => {
  const unusual = rejection(sent({ title: "one" }, { "content-type": "text/plain" }), 400);
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [plain, unusual] })).toBe(1);
});

test("attributes a rejected title of the maximum length to its own requirement", () => {
  const history = { "create-task": [plain, rejection(sent({ title: "a".repeat(500), status: "todo" }), 400)] };
  expect(verdictOf(validAcceptedRules, "tasks.create.title-max", history)).toBe("broken");
  expect(verdictOf(validAcceptedRules, RULE, history)).toBe(1);
});

test("requires remember to return confidence, metadata and ttl_seconds as sent", () => {
  const claim = {
    content: "tea that stands for long gets cold",
    kind: "fact",
    scope_id: "s1",
    derived_from: [{ id: "m1" }],
  };
  const of = (requested: JsonObject, shown: JsonObject) => {
    const body = { ...claim, ...requested };
    return { remember: [{ ...acceptedEntry(body, shown), input: { operation: "remember", parameters: {}, body } }] };
  };
  expect(
    verdictOf(memoryEchoRules, "memories.remember.confidence", of({ confidence: 0.62 }, { confidence: 0.62 })),
  ).toBe(1);
  expect(
    verdictOf(memoryEchoRules, "memories.remember.confidence", of({ confidence: 0.62 }, { confidence: 0.6 })),
  ).toBe("broken");
  const withMetadata = { metadata: { tags: ["one"], topic: "two" } };
  expect(verdictOf(memoryEchoRules, "memories.remember.metadata", of(withMetadata, withMetadata))).toBe(1);
  expect(
    verdictOf(memoryEchoRules, "memories.remember.metadata", of(withMetadata, { metadata: { tags: ["one"] } })),
  ).toBe("broken");
  const week = { ttl_seconds: 604_800 };
  expect(verdictOf(memoryEchoRules, "memories.remember.ttl-seconds", of(week, week))).toBe(1);
  expect(verdictOf(memoryEchoRules, "memories.remember.ttl-seconds", of(week, { ttl_seconds: 60 }))).toBe("broken");
  // Whether a short lifetime is lengthened is open.
  expect(verdictOf(memoryEchoRules, "memories.remember.ttl-seconds", of({ ttl_seconds: 5 }, { ttl_seconds: 60 }))).toBe(
    0,
  );
});

test("requires valid requests of another agent of the workspace to be accepted or forbidden", () => {
  const theirs = { ...rejection(sent({ title: "two" }), 400), isOwn: false, otherKey: "theirs" };
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [plain, theirs] })).toBe("broken");
  const forbidden = { ...rejection(sent({ title: "two" }), 403), isOwn: false, otherKey: "theirs" };
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [plain, forbidden] })).toBe(2);
  // Resources of another workspace are unknown.
  expect(verdictOf(validAcceptedRules, RULE, { "create-task": [plain, { ...theirs, otherKey: "elsewhere" }] })).toBe(1);
});
