import { expect, test } from "vitest";
import { countAt, createInvertedIndex } from "./inverted-index.ts";

const index = createInvertedIndex<{ sequence: number; text: string }>(({ text }) => text.split(" "));
for (const [sequence, text] of ["a b a", "b", "c a"].entries()) index.add({ sequence, text });

test("tells where a term occurs and how often", () => {
  expect(index.postingsOf("a")).toEqual({ sequences: [0, 2], counts: [2, 1] });
  expect([0, 1, 2].map((sequence) => countAt(index.postingsOf("a"), sequence))).toEqual([2, 0, 1]);
  expect(index.postingsOf("none").sequences).toEqual([]);
});

test("finds what was added after a question", () => {
  index.add({ sequence: 3, text: "b a" });
  expect(index.postingsOf("a").sequences).toEqual([0, 2, 3]);
  expect(index.thingAt(3)?.text).toBe("b a");
});
