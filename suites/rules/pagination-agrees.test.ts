import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { Past } from "../knowledge/history.ts";
import { paginatedRules } from "./pagination-agrees.ts";
import { judged, past } from "./testing/judged.ts";

const RULE = "pagination.agrees";

function page(hasMore: boolean, pagination: JsonObject): Past {
  const data = { messages: [], hasMore };
  const meta = { requestId: "r", timestamp: "2026-01-01T00:00:00Z", pagination };
  return { ...past({ channel: "c" }, data), exchange: answeredExchange(200, { success: true, data, meta }) };
}

test("a page of messages says the same twice of whether there is more", () => {
  const wrong = { "get-messages": [page(true, { hasMore: true }), page(false, { hasMore: true })] };
  expect(judged(paginatedRules, RULE, wrong)).toBe("broken");
  expect(judged(paginatedRules, RULE, { "get-messages": [page(false, { hasMore: false })] })).toBe(1);
});

test("what a plan hides of a history may be more in one place alone", () => {
  const cutOff = page(false, { hasMore: true, historyCutoff: { beyondCount: 7, cutoffAt: "2026-01-01T00:00:00Z" } });
  expect(judged(paginatedRules, RULE, { "get-messages": [cutOff] })).toBe(0);
});
