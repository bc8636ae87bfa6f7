import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { lastSearchPageRules } from "./last-search-page.ts";
import { judged, past } from "./testing/judged.ts";

const RULE = "memories.search.walk";
const all = ["m1", "m2", "m3"].map((id) => ({ id, kind: "fact", status: "current" }));
const [one = {}, two = {}, three = {}] = all;
const made = all.map(({ id }) => past({ content: id }, { id }));

function search(
  at: number,
  parameters: JsonObject,
  hits: readonly JsonObject[],
  nextCursor: string | null = null,
): HistoryEntry {
  const asked = past({}, { hits: [...hits], nextCursor });
  return {
    ...asked,
    input: { operation: "search-memories", parameters, body: undefined },
    exchange: { ...asked.exchange, sequence: at, sentAfter: at - 1 },
  };
}

const of = (...searches: readonly HistoryEntry[]) =>
  judged(lastSearchPageRules, RULE, { remember: made, "search-memories": searches });
const ofCopies = (...searches: readonly HistoryEntry[]) =>
  judged(lastSearchPageRules, RULE, { remember: made, "search-memories": searches }, 500);
const found = (at: number) => search(at, { text: "m" }, all);

test("a page as long as was asked for names the next one while there are more", () => {
  const limit = { limit: 2 };
  expect(of(found(1), search(2, limit, [one, two], "next"), found(3))).toBe(0);
  expect(of(found(1), search(2, limit, [one, two]), found(3))).toBe("broken");
  expect(of(found(1), search(2, { limit: 3 }, all), found(3))).toBe(1);
  // A copy that lags may have come by two of them.
  expect(ofCopies(found(1), search(2, limit, [one, two]), found(3))).toBe(0);
});

test("what was not found before and after, or has not what was asked for, may be missing", () => {
  const end = search(2, { limit: 2 }, [one, two]);
  expect(of(end, found(3))).toBe(1);
  expect(of(found(1), end)).toBe(1);
  const other = search(3, { text: "m" }, [{ ...three, status: "expired" }]);
  expect(of(found(1), end, other)).toBe(1);
  expect(of(found(1), search(2, { limit: 2, kind: "decision" }, [one, two]), found(3))).toBe(1);
  expect(of(found(1), search(2, { limit: 2, text: "m1" }, [one, two]), found(3))).toBe(0);
});
