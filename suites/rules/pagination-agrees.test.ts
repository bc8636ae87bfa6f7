import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { paginationAgreesRules } from "./pagination-agrees.ts";
import { judged, past } from "./testing/judged.ts";

const RULE = "pagination.agrees";

function page(hasMore: boolean, pagination: JsonObject): HistoryEntry {
  const data = { messages: [], hasMore };
  const meta = { requestId: "r", timestamp: "2026-01-01T00:00:00Z", pagination };
  return { ...past({ channel: "c" }, data), exchange: answeredExchange(200, { success: true, data, meta }) };
}

const rulesOf = (name: RegExp) => paginationAgreesRules.filter((rule) => name.test(rule.name));

test("a page of messages says the same twice of whether there is more", () => {
  const wrong = { "get-messages": [page(true, { hasMore: true }), page(false, { hasMore: true })] };
  expect(judged(paginationAgreesRules, RULE, wrong)).toBe("broken");
  expect(judged(paginationAgreesRules, RULE, { "get-messages": [page(false, { hasMore: false })] })).toBe(1);
});

test("what a plan hides of a history may be more in one place alone", () => {
  const cutOff = page(false, { hasMore: true, historyCutoff: { beyondCount: 7, cutoffAt: "2026-01-01T00:00:00Z" } });
  expect(judged(paginationAgreesRules, RULE, { "get-messages": [cutOff] })).toBe(0);
});

test("a page whose cursor leads to what was there before has more, and counts no less than it shows", () => {
  const made = past({ content: "one" }, { id: "m1" });
  const hit = { id: "m1" };
  const search = (parameters: JsonObject, data: JsonObject, pagination: JsonObject, order: number): HistoryEntry => {
    const meta = { requestId: "r", timestamp: "2026-01-01T00:00:00Z", pagination };
    const exchange = answeredExchange(200, { success: true, data, meta });
    const input = { operation: "search-memories", parameters, body: undefined };
    return { ...past({}, data), input, exchange: { ...exchange, sequence: order, sentAfter: order - 1 } };
  };
  const walked = (hasMore: boolean) => ({
    remember: [made],
    "search-memories": [
      search({}, { hits: [hit] }, {}, 1),
      search({ limit: 1 }, { hits: [{ id: "m2" }], nextCursor: "on" }, { hasMore }, 2),
      search({ limit: 1, cursor: "on" }, { hits: [hit], nextCursor: null }, {}, 3),
    ],
  });
  /** The last page names no next, as the first one is asked for by no cursor. */
  const ended = {
    remember: [made],
    "search-memories": [
      search({}, { hits: [hit] }, {}, 1),
      search({ limit: 1 }, { hits: [] }, { hasMore: false }, 2),
      search({ limit: 1 }, { hits: [hit], nextCursor: null }, {}, 3),
    ],
  };
  expect(judged(rulesOf(/cursor/), RULE, walked(false))).toBe("broken");
  expect(judged(rulesOf(/cursor/), RULE, walked(true))).toBe(1);
  expect(judged(rulesOf(/cursor/), RULE, ended)).toBe(0);
  const counted = (total: number) => ({ "search-memories": [search({}, { hits: [hit] }, { total }, 1)] });
  expect(judged(rulesOf(/total/), RULE, counted(0))).toBe("broken");
  expect(judged(rulesOf(/total/), RULE, counted(1))).toBe(1);
});

test("the total of a recall need not count what an expansion adds", () => {
  const data = { hits: [{ id: "m1" }, { id: "m2" }] };
  const exchange = answeredExchange(200, { success: true, data, meta: { pagination: { total: 1 } } });
  const recalled = (body: JsonObject) => ({ recall: [{ ...past(body, data), exchange }] });
  expect(judged(rulesOf(/total/), RULE, recalled({ query: "a" }))).toBe("broken");
  expect(judged(rulesOf(/total/), RULE, recalled({ query: "a", expand: ["provenance"] }))).toBe(0);
});
