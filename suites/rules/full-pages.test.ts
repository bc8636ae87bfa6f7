import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { fullPageRules } from "./full-pages.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const hitsOf = (count: number, from = 0) => Array.from({ length: count }, (_, index) => ({ id: `m${from + index}` }));

/** Returns a search with these hits and this sequence number. */
function search(sequence: number, parameters: JsonObject, hits: readonly JsonObject[], next?: string): HistoryEntry {
  const { exchange, input, ...one } = acceptedEntry(
    {},
    { hits: [...hits], ...(next === undefined ? {} : { nextCursor: next }) },
  );
  return { ...one, input: { ...input, parameters }, exchange: { ...exchange, sequence, sentAfter: sequence - 1 } };
}

/** A much earlier search that shows all memories. */
const ALL = search(1, {}, hitsOf(60));
const of = (...searches: readonly HistoryEntry[]) => ({ "search-memories": [ALL, ...searches] });
const limits = (...searches: readonly HistoryEntry[]) =>
  verdictOf(fullPageRules, "memories.search.limit-fills", of(...searches));
const defaults = (...searches: readonly HistoryEntry[]) =>
  verdictOf(fullPageRules, "memories.search.default-limit", of(...searches));

/** Returns a page of this length, and the page that its cursor leads to. */
function followed(sequence: number, parameters: JsonObject, count: number): readonly HistoryEntry[] {
  const cursor = `after ${sequence}`;
  return [
    search(sequence, parameters, hitsOf(count), cursor),
    search(sequence + 1, { ...parameters, cursor }, hitsOf(1, count)),
  ];
}

test("requires a page to fill its limit if its cursor leads to memories that existed before", () => {
  expect(limits(...followed(100, { limit: 5 }, 5))).toBe(1);
  expect(limits(...followed(100, { limit: 5 }, 4))).toBe("broken");
});

test("does not judge a page whose cursor leads to no hits, or to memories created since", () => {
  expect(limits(search(100, { limit: 5 }, hitsOf(4), "c"), search(101, { limit: 5, cursor: "c" }, []))).toBe(0);
  const since = search(101, { limit: 5, cursor: "c" }, hitsOf(1, 90));
  expect(limits(search(100, { limit: 5 }, hitsOf(4), "c"), since)).toBe(0);
  expect(
    limits(
      search(100, { limit: 5 }, hitsOf(4), "c"),
      search(101, { limit: 5, cursor: "c", kind: "fact" }, hitsOf(1, 5)),
    ),
  ).toBe(0);
});

test("matches a cursor that all pages of a walk share to the next page requested with it", () => {
  const pages = [
    search(100, { limit: 5 }, hitsOf(5), "walk"),
    search(101, { limit: 5, cursor: "walk" }, hitsOf(3, 5), "walk"),
    search(102, { limit: 5, cursor: "walk" }, [], "walk"),
  ];
  expect(limits(...pages)).toBe(1);
});

test("requires a page without a limit to have the default number of hits if pages with a limit are full", () => {
  const full = [100, 110, 120].flatMap((sequence) => followed(sequence, { limit: 5 }, 5));
  expect(defaults(...full, ...followed(200, {}, 20))).toBe(1);
  expect(defaults(...full, ...followed(200, {}, 19))).toBe("broken");
  expect(defaults(...full.slice(2), ...followed(200, {}, 19))).toBe(0);
  expect(defaults(...full, ...followed(130, { limit: 5 }, 4), ...followed(200, {}, 19))).toBe(0);
});
