import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { memoryMetadataRules } from "./memory-metadata.ts";
import { judged, past } from "./testing/judged.ts";

const RULE = "consistency.memory-views";
const one = { id: "m1", status: "current", version: 1, metadata: { topic: "one" } };
const other = { id: "m2", status: "current", version: 1, metadata: { topic: "other" } };
const made = [one, other].map((memory) => past({ content: memory.id, metadata: memory.metadata }, memory));

const listed = (...hits: Json[]) => ({ remember: made, "search-memories": [past({}, { hits })] });
const { metadata: _, ...bare } = other;

test("a memory has its metadata in a list, whether or not the list shows those of others", () => {
  expect(judged(memoryMetadataRules, RULE, listed(one, other))).toBe(2);
  expect(judged(memoryMetadataRules, RULE, listed(one, bare))).toBe("broken");
  expect(judged(memoryMetadataRules, RULE, listed(one, { ...bare, metadata: null }))).toBe("broken");
  expect(judged(memoryMetadataRules, RULE, listed(bare))).toBe("broken");
});

test("what has ended decides nothing", () => {
  expect(judged(memoryMetadataRules, RULE, listed(one, { ...bare, status: "expired" }))).toBe(1);
});

test("neighbours of what a recall has ranked may be told in short", () => {
  const recalled = (expand: Json) => ({
    remember: made,
    recall: [past({ query: "q", expand }, { hits: [one, bare] })],
  });
  expect(judged(memoryMetadataRules, RULE, recalled(["provenance"]))).toBe("broken");
  expect(judged(memoryMetadataRules, RULE, recalled(["related"]))).toBe(0);
});
