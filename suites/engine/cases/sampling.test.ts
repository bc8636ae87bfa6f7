import { expect, test } from "vitest";
import { firstPartOf, partInTurn, rotated, spreadOut } from "./sampling.ts";

const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const budget = (factor: number) => ({ cases: (standard: number) => Math.max(1, Math.round(standard * factor)) });

test("rotates the list by the seed", () => {
  expect(rotated({ seed: 0 }, TEN)).toEqual(TEN);
  expect(rotated({ seed: -7 }, TEN)).toEqual([7, 8, 9, 0, 1, 2, 3, 4, 5, 6]);
  expect(rotated({ seed: 7 }, [])).toEqual([]);
});

test("returns the first items if these are the most informative", () => {
  expect(firstPartOf(budget(0.2), TEN, 3)).toEqual([0, 1, 2]);
  expect(firstPartOf(budget(1), TEN, 3)).toEqual(TEN);
});

test("returns disjoint parts to neighbours in a smoke run, which together are the list", () => {
  const parts = [0, 1, 2].map((turn) => partInTurn({ budget: "smoke" }, TEN, 3, turn));
  expect(parts.flat().sort()).toEqual(TEN);
  expect(partInTurn({ budget: "standard" }, TEN, 3, 1)).toEqual(TEN);
});

test("spreads each prefix of a list over all of it", () => {
  expect(spreadOut(TEN).slice(0, 5)).toEqual([0, 9, 5, 2, 7]);
  expect([...spreadOut(TEN)].sort()).toEqual(TEN);
  expect(spreadOut(["one"])).toEqual(["one"]);
  expect(spreadOut([])).toEqual([]);
});
