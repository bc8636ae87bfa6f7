import { expect, test } from "vitest";
import { createSortedIndex, insertionIndex, newestFirst } from "./sorted-index.ts";

const list = (...sequences: number[]) => sequences.map((sequence) => THINGS[sequence] ?? { sequence });
const THINGS = Array.from({ length: 20 }, (_, sequence) => ({ sequence }));
const order = (lists: { sequence: number }[][], before?: number) =>
  [...newestFirst(lists, before)].map(({ sequence }) => sequence);

test("merges lists newest first, each thing once", () => {
  expect(order([list(1, 3, 5), list(2, 3, 6), list(), list(3)])).toEqual([6, 5, 3, 2, 1]);
  expect(order([list(1, 2), list(1, 2)])).toEqual([2, 1]);
  expect(order([list(4, 7)])).toEqual([7, 4]);
  expect(order([])).toEqual([]);
});

test("starts below a sequence", () => {
  expect(order([list(1, 3, 5), list(2, 5)], 5)).toEqual([3, 2, 1]);
  expect(order([list(1, 3, 5)], 1)).toEqual([]);
});

test("finds where a sequence stands or would stand", () => {
  expect([0, 1, 2, 3, 9].map((sequence) => insertionIndex(list(1, 3, 5), sequence))).toEqual([0, 0, 1, 1, 3]);
});

test("an index keeps its lists sorted whatever the order of additions", () => {
  const index = createSortedIndex<{ sequence: number }>();
  for (const thing of list(5, 1, 3, 3, 9)) index.add("k", thing);
  for (const thing of list(9, 2)) index.remove("k", thing);
  expect(index.of("k").map(({ sequence }) => sequence)).toEqual([1, 3, 5]);
});
