import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { lastSearchPageRules } from "./last-search-page.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const RULE = "memories.search.walk";
const all = ["m1", "m2", "m3"].map((id) => ({ id, kind: "fact", status: "current" }));
const [one = {}, two = {}, three = {}] = all;
const creations = all.map(({ id }) => acceptedEntry({ content: id }, { id }));

function search(
  at: number,
  parameters: JsonObject,
  hits: readonly JsonObject[],
  nextCursor: string | null = null,
): HistoryEntry {
  const response = acceptedEntry({}, { hits: [...hits], nextCursor });
  return {
    ...response,
    input: { operation: "search-memories", parameters, body: undefined },
    exchange: { ...response.exchange, sequence: at, sentAfter: at - 1 },
  };
}

const of = (...searches: readonly HistoryEntry[]) =>
  verdictOf(lastSearchPageRules, RULE, { remember: creations, "search-memories": searches });
const ofCopies = (...searches: readonly HistoryEntry[]) =>
  verdictOf(lastSearchPageRules, RULE, { remember: creations, "search-memories": searches }, 500);
const found = (at: number) => search(at, { text: "m" }, all);

test("requires a page as long as its limit to have a next cursor while more memories match", () => {
  const limit = { limit: 2 };
  expect(of(found(1), search(2, limit, [one, two], "next"), found(3))).toBe(0);
  expect(of(found(1), search(2, limit, [one, two]), found(3))).toBe("broken");
  expect(of(found(1), search(2, { limit: 3 }, all), found(3))).toBe(1);
  // A lagging replica may have only two of them.
  expect(ofCopies(found(1), search(2, limit, [one, two]), found(3))).toBe(0);
});

test("does not require memories that were not found before and after, or that do not match", () => {
  const end = search(2, { limit: 2 }, [one, two]);
  expect(of(end, found(3))).toBe(1);
  expect(of(found(1), end)).toBe(1);
  const other = search(3, { text: "m" }, [{ ...three, status: "expired" }]);
  expect(of(found(1), end, other)).toBe(1);
  expect(of(found(1), search(2, { limit: 2, kind: "decision" }, [one, two]), found(3))).toBe(1);
  expect(of(found(1), search(2, { limit: 2, text: "m1" }, [one, two]), found(3))).toBe(0);
});
