import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import { recallFilterRules } from "./recall-filters.ts";
import { soundRules } from "./sound.ts";
import { judged, past } from "./testing/judged.ts";

const NOW = "2026-01-01T12:00:00Z";
const OVER_LONG_AGO = "2026-01-01T11:59:00Z";
const OVER_JUST_NOW = "2026-01-01T13:59:59.5+02:00";

function requireResponse(asked: JsonObject, data: Json, timestamp: Json = NOW) {
  return { ...past(asked, {}), exchange: answeredExchange(200, { success: true, data, meta: { timestamp } }) };
}

test("what expires while a recall is answered may be shown so; what has long expired may not", () => {
  const asked = { query: "q", filters: { include_expired: false } };
  const of = (expires_at: Json, timestamp: Json = NOW) => ({
    recall: [requireResponse(asked, { hits: [{ id: "m1", status: "expired", expires_at }], scores: [] }, timestamp)],
  });
  expect(judged(recallFilterRules, "recall.filters.expired-off", of(OVER_JUST_NOW))).toBe(1);
  expect(judged(recallFilterRules, "recall.filters.expired-off", of(OVER_LONG_AGO))).toBe("broken");
  expect(judged(recallFilterRules, "recall.filters.expired-off", of(OVER_JUST_NOW, null))).toBe("broken");
});

test("what expires while a search is answered may be shown so, whether current ones were asked for or not", () => {
  const of = (asked: JsonObject, hit: JsonObject) => ({ "search-memories": [requireResponse(asked, { hits: [hit] })] });
  const over = { id: "m1", status: "expired", expires_at: OVER_JUST_NOW };
  expect(judged(soundRules, "memories.search.status", of({ status: "current" }, over))).toBe(0);
  expect(judged(soundRules, "memories.search.default-status", of({}, over))).toBe(0);
  const old = { ...over, expires_at: OVER_LONG_AGO };
  expect(judged(soundRules, "memories.search.default-status", of({}, old))).toBe("broken");
});
