import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { paginationAgreesRules } from "./pagination-agrees.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const RULE = "pagination.agrees";

function page(hasMore: boolean, pagination: JsonObject): HistoryEntry {
  const data = { messages: [], hasMore };
  const meta = { requestId: "r", timestamp: "2026-01-01T00:00:00Z", pagination };
  return { ...acceptedEntry({ channel: "c" }, data), exchange: answeredExchange(200, { success: true, data, meta }) };
}

const rulesOf = (name: RegExp) => paginationAgreesRules.filter((rule) => name.test(rule.name));

test("requires hasMore of a page of messages to agree with the pagination of its meta", () => {
  const wrong = { "get-messages": [page(true, { hasMore: true }), page(false, { hasMore: true })] };
  expect(verdictOf(paginationAgreesRules, RULE, wrong)).toBe("broken");
  expect(verdictOf(paginationAgreesRules, RULE, { "get-messages": [page(false, { hasMore: false })] })).toBe(1);
});

test("accepts different values of hasMore if a plan hides a part of the history", () => {
  const cutOff = page(false, { hasMore: true, historyCutoff: { beyondCount: 7, cutoffAt: "2026-01-01T00:00:00Z" } });
  expect(verdictOf(paginationAgreesRules, RULE, { "get-messages": [cutOff] })).toBe(0);
});

test("requires hasMore if the cursor leads to existing memories, and a total of at least the number of hits", () => {
  const created = acceptedEntry({ content: "one" }, { id: "m1" });
  const hit = { id: "m1" };
  const search = (parameters: JsonObject, data: JsonObject, pagination: JsonObject, order: number): HistoryEntry => {
    const meta = { requestId: "r", timestamp: "2026-01-01T00:00:00Z", pagination };
    const exchange = answeredExchange(200, { success: true, data, meta });
    const input = { operation: "search-memories", parameters, body: undefined };
    return { ...acceptedEntry({}, data), input, exchange: { ...exchange, sequence: order, sentAfter: order - 1 } };
  };
  const walked = (hasMore: boolean) => ({
    remember: [created],
    "search-memories": [
      search({}, { hits: [hit] }, {}, 1),
      search({ limit: 1 }, { hits: [{ id: "m2" }], nextCursor: "on" }, { hasMore }, 2),
      search({ limit: 1, cursor: "on" }, { hits: [hit], nextCursor: null }, {}, 3),
    ],
  });
  /** The last page has no next cursor, and the first is requested without one. */
  const ended = {
    remember: [created],
    "search-memories": [
      search({}, { hits: [hit] }, {}, 1),
      search({ limit: 1 }, { hits: [] }, { hasMore: false }, 2),
      search({ limit: 1 }, { hits: [hit], nextCursor: null }, {}, 3),
    ],
  };
  expect(verdictOf(rulesOf(/cursor/), RULE, walked(false))).toBe("broken");
  expect(verdictOf(rulesOf(/cursor/), RULE, walked(true))).toBe(1);
  expect(verdictOf(rulesOf(/cursor/), RULE, ended)).toBe(0);
  const counted = (total: number) => ({ "search-memories": [search({}, { hits: [hit] }, { total }, 1)] });
  expect(verdictOf(rulesOf(/total/), RULE, counted(0))).toBe("broken");
  expect(verdictOf(rulesOf(/total/), RULE, counted(1))).toBe(1);
});

test("does not require the total of a recall to count items that an expansion adds", () => {
  const data = { hits: [{ id: "m1" }, { id: "m2" }] };
  const exchange = answeredExchange(200, { success: true, data, meta: { pagination: { total: 1 } } });
  const recalled = (body: JsonObject) => ({ recall: [{ ...acceptedEntry(body, data), exchange }] });
  expect(verdictOf(rulesOf(/total/), RULE, recalled({ query: "a" }))).toBe("broken");
  expect(verdictOf(rulesOf(/total/), RULE, recalled({ query: "a", expand: ["provenance"] }))).toBe(0);
});
