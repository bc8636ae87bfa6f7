import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { soundRules } from "../rules/sound.ts";
import { judged, past } from "../rules/testing/judged.ts";

const hit = (...tags: string[]): JsonObject => ({ id: tags.join(), kind: "fact", metadata: { tags } });

/** A search, at its place in a run. */
function search(sequence: number, parameters: JsonObject, ...hits: readonly JsonObject[]): HistoryEntry {
  const { exchange, ...one } = past({}, { hits: [...hits] });
  const input = { ...one.input, parameters: { ...parameters } };
  return { ...one, input, exchange: { ...exchange, sequence, sentAfter: sequence - 1 } };
}

/** The verdict on a search by two tags and a kind that shows these, after searches by two tags alone. */
function verdict(shown: JsonObject, ...searches: readonly HistoryEntry[]) {
  const filtered = search(9, { tags: ["a", "b"], kind: "fact" }, shown);
  return judged(soundRules, "memories.search.combined", { "search-memories": [...searches, filtered] });
}

const found = search(1, { tags: ["x", "y"] }, hit("x", "y"));
const bySecond = search(3, { tags: ["none", "y"] });
const byFirst = search(2, { tags: ["x", "none"] });

test("a memory with one of two tags is no match once the target has shown that it reads both", () => {
  expect(verdict(hit("a"), found, byFirst, bySecond)).toBe("broken");
  expect(verdict(hit("A", "b"), found, byFirst, bySecond)).toBe(1);
  expect(verdict(hit("a", "b"), found, byFirst, bySecond)).toBe(2);
});

test("in which form several tags are read is open until then", () => {
  expect(verdict(hit("a"))).toBe(1);
  expect(
    verdict(hit("a"), byFirst, bySecond, { ...found, exchange: { ...found.exchange, sequence: 4, sentAfter: 3 } }),
  ).toBe(1);
  // It may read the first alone, or the last, or any of them.
  expect(verdict(hit("a"), found, byFirst)).toBe(1);
  expect(verdict(hit("a"), found, bySecond)).toBe(1);
  expect(verdict(hit("a"), found, byFirst, search(3, { tags: ["none", "y"] }, hit("x", "y")))).toBe(1);
  expect(verdict(hit("c"))).toBe("broken");
});

test("a tag that may be read as several is no proof of the opposite", () => {
  const joined = search(9, { tags: ["a", "b,c"] }, hit("a", "c"));
  const history = { "search-memories": [found, byFirst, bySecond, joined] };
  expect(judged(soundRules, "memories.search.tags", history)).not.toBe("broken");
});
