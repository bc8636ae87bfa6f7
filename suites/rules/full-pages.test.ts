import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { fullPageRules } from "./full-pages.ts";
import { judged, past } from "./testing/judged.ts";

const hitsOf = (count: number, from = 0) => Array.from({ length: count }, (_, index) => ({ id: `m${from + index}` }));

/** A search with its hits, at its place in a run. */
function search(sequence: number, parameters: JsonObject, hits: readonly JsonObject[], next?: string): HistoryEntry {
  const { exchange, input, ...one } = past(
    {},
    { hits: [...hits], ...(next === undefined ? {} : { nextCursor: next }) },
  );
  return { ...one, input: { ...input, parameters }, exchange: { ...exchange, sequence, sentAfter: sequence - 1 } };
}

/** A search that shows all memories, long before the others. */
const ALL = search(1, {}, hitsOf(60));
const of = (...searches: readonly HistoryEntry[]) => ({ "search-memories": [ALL, ...searches] });
const limits = (...searches: readonly HistoryEntry[]) =>
  judged(fullPageRules, "memories.search.limit-fills", of(...searches));
const defaults = (...searches: readonly HistoryEntry[]) =>
  judged(fullPageRules, "memories.search.default-limit", of(...searches));

/** A page of this length, and the one that its cursor leads to. */
function followed(sequence: number, parameters: JsonObject, count: number): readonly HistoryEntry[] {
  const cursor = `after ${sequence}`;
  return [
    search(sequence, parameters, hitsOf(count), cursor),
    search(sequence + 1, { ...parameters, cursor }, hitsOf(1, count)),
  ];
}

test("a page whose cursor leads to memories that were there before is as long as its limit", () => {
  expect(limits(...followed(100, { limit: 5 }, 5))).toBe(1);
  expect(limits(...followed(100, { limit: 5 }, 4))).toBe("broken");
});

test("a page proves nothing if its cursor leads nowhere, or to what was created since", () => {
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

test("a cursor that all pages of a walk share leads to the page that is requested next with it", () => {
  const pages = [
    search(100, { limit: 5 }, hitsOf(5), "walk"),
    search(101, { limit: 5, cursor: "walk" }, hitsOf(3, 5), "walk"),
    search(102, { limit: 5, cursor: "walk" }, [], "walk"),
  ];
  expect(limits(...pages)).toBe(1);
});

test("a page without a limit has the default number, where pages with a limit are full", () => {
  const full = [100, 110, 120].flatMap((sequence) => followed(sequence, { limit: 5 }, 5));
  expect(defaults(...full, ...followed(200, {}, 20))).toBe(1);
  expect(defaults(...full, ...followed(200, {}, 19))).toBe("broken");
  expect(defaults(...full.slice(2), ...followed(200, {}, 19))).toBe(0);
  expect(defaults(...full, ...followed(130, { limit: 5 }, 4), ...followed(200, {}, 19))).toBe(0);
});
