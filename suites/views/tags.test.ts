import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { excludedItemRules } from "../rules/excluded-items.ts";
import { acceptedEntry, verdictOf } from "../rules/testing/entries.ts";

const hit = (...tags: string[]): JsonObject => ({ id: tags.join(), kind: "fact", metadata: { tags } });

/** Returns a search with this sequence number. */
function search(sequence: number, parameters: JsonObject, ...hits: readonly JsonObject[]): HistoryEntry {
  const { exchange, ...one } = acceptedEntry({}, { hits: [...hits] });
  const input = { ...one.input, parameters: { ...parameters } };
  return { ...one, input, exchange: { ...exchange, sequence, sentAfter: sequence - 1 } };
}

/** Returns the verdict on a search by two tags and a kind with this hit, after searches by two tags only. */
function verdict(shown: JsonObject, ...searches: readonly HistoryEntry[]) {
  const filtered = search(9, { tags: ["a", "b"], kind: "fact" }, shown);
  return verdictOf(excludedItemRules, "memories.search.combined", { "search-memories": [...searches, filtered] });
}

const found = search(1, { tags: ["x", "y"] }, hit("x", "y"));
const bySecond = search(3, { tags: ["none", "y"] });
const byFirst = search(2, { tags: ["x", "none"] });

test("reports a memory with one of two tags once the target has shown that it reads both", () => {
  expect(verdict(hit("a"), found, byFirst, bySecond)).toBe("broken");
  expect(verdict(hit("A", "b"), found, byFirst, bySecond)).toBe(1);
  expect(verdict(hit("a", "b"), found, byFirst, bySecond)).toBe(2);
});

test("accepts any reading of several tags until then", () => {
  expect(verdict(hit("a"))).toBe(1);
  expect(
    verdict(hit("a"), byFirst, bySecond, { ...found, exchange: { ...found.exchange, sequence: 4, sentAfter: 3 } }),
  ).toBe(1);
  // It may read only the first or the last tag, or match any of them.
  expect(verdict(hit("a"), found, byFirst)).toBe(1);
  expect(verdict(hit("a"), found, bySecond)).toBe(1);
  expect(verdict(hit("a"), found, byFirst, search(3, { tags: ["none", "y"] }, hit("x", "y")))).toBe(1);
  expect(verdict(hit("c"))).toBe("broken");
});

test("does not treat a tag that may be split as proof of how tags are read", () => {
  const joined = search(9, { tags: ["a", "b,c"] }, hit("a", "c"));
  const history = { "search-memories": [found, byFirst, bySecond, joined] };
  expect(verdictOf(excludedItemRules, "memories.search.tags", history)).not.toBe("broken");
});
