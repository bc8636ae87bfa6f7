import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import { excludedItemRules } from "./excluded-items.ts";
import { recallFilterRules } from "./recall-filters.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const NOW = "2026-01-01T12:00:00Z";
const EXPIRED_LONG_AGO = "2026-01-01T11:59:00Z";
const EXPIRED_JUST_NOW = "2026-01-01T13:59:59.5+02:00";

function responseAt(requested: JsonObject, data: Json, timestamp: Json = NOW) {
  return {
    ...acceptedEntry(requested, {}),
    exchange: answeredExchange(200, { success: true, data, meta: { timestamp } }),
  };
}

test("accepts a memory in a recall that expires about the time of the response, and reports one expired long before", () => {
  const requested = { query: "q", filters: { include_expired: false } };
  const of = (expires_at: Json, timestamp: Json = NOW) => ({
    recall: [responseAt(requested, { hits: [{ id: "m1", status: "expired", expires_at }], scores: [] }, timestamp)],
  });
  expect(verdictOf(recallFilterRules, "recall.filters.expired-off", of(EXPIRED_JUST_NOW))).toBe(1);
  expect(verdictOf(recallFilterRules, "recall.filters.expired-off", of(EXPIRED_LONG_AGO))).toBe("broken");
  expect(verdictOf(recallFilterRules, "recall.filters.expired-off", of(EXPIRED_JUST_NOW, null))).toBe("broken");
});

test("accepts a memory in a search for current ones that expires about the time of the response", () => {
  const of = (requested: JsonObject, hit: JsonObject) => ({
    "search-memories": [responseAt(requested, { hits: [hit] })],
  });
  const expiring = { id: "m1", status: "expired", expires_at: EXPIRED_JUST_NOW };
  expect(verdictOf(excludedItemRules, "memories.search.status", of({ status: "current" }, expiring))).toBe(0);
  expect(verdictOf(excludedItemRules, "memories.search.default-status", of({}, expiring))).toBe(0);
  const old = { ...expiring, expires_at: EXPIRED_LONG_AGO };
  expect(verdictOf(excludedItemRules, "memories.search.default-status", of({}, old))).toBe("broken");
});
