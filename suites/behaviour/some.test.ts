import { expect, test } from "vitest";
import { some } from "./some.ts";

const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const budget = (factor: number, seed: number) => ({
  seed,
  cases: (standard: number) => Math.max(1, Math.round(standard * factor)),
});

test("gives all at the standard budget and above", () => {
  expect(some(budget(1, 3), TEN)).toEqual(TEN);
  expect(some(budget(5, -7), TEN)).toEqual(TEN);
});

test("gives a part at a smaller budget, spread over all, and another for another seed", () => {
  expect(some(budget(0.2, 0), TEN)).toEqual([0, 5]);
  expect(some(budget(0.2, 7), TEN)).toEqual([2, 7]);
});

test("gives no fewer than it has to, and no more than there are", () => {
  expect(some(budget(0.2, 1), TEN, 4)).toHaveLength(4);
  expect(some(budget(0.2, 1), [1, 2], 4)).toEqual([1, 2]);
  expect(some(budget(0.2, 1), [])).toEqual([]);
});
