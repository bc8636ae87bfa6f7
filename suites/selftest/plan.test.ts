import { expect, test } from "vitest";
import { sample } from "./plan.ts";

const ITEMS = Array.from({ length: 100 }, (_, index) => index);

test("a sample keeps the order, holds each item once, and is another with another seed", () => {
  const one = sample(ITEMS, 20, 7);
  expect(one).toHaveLength(20);
  expect(one).toEqual([...new Set(one)].toSorted((a, b) => a - b));
  expect(sample(ITEMS, 20, 7)).toEqual(one);
  expect(sample(ITEMS, 20, 8)).not.toEqual(one);
});

test("a sample of more than there are is all of them", () => {
  expect(sample(ITEMS, 500, 1)).toEqual(ITEMS);
  expect(sample([], 5, 1)).toEqual([]);
});
