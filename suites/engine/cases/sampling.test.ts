import { expect, test } from "vitest";
import type { BudgetName, RunContext } from "../check/check.ts";
import { firstPartOf, partInTurn, seededPartOf, spreadOut } from "./sampling.ts";

const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const budget = (factor: number, seed: number, name: BudgetName = "standard") => ({
  seed,
  world: { budget: name } as RunContext,
  cases: (standard: number) => Math.max(1, Math.round(standard * factor)),
});

test("gives all at the standard budget and above", () => {
  expect(seededPartOf(budget(1, 3), TEN)).toEqual(TEN);
  expect(seededPartOf(budget(5, -7), TEN)).toEqual(TEN);
});

test("gives a part at a smaller budget, spread over all, and another for another seed", () => {
  expect(seededPartOf(budget(0.2, 0), TEN)).toEqual([0, 5]);
  expect(seededPartOf(budget(0.2, 7), TEN)).toEqual([2, 7]);
});

test("gives all in a smoke run, from another one on for another seed", () => {
  expect(seededPartOf(budget(0.1, 0, "smoke"), TEN, 3)).toEqual(TEN);
  expect(seededPartOf(budget(0.1, -7, "smoke"), TEN, 3)).toEqual([7, 8, 9, 0, 1, 2, 3, 4, 5, 6]);
  expect(seededPartOf(budget(0.1, 7, "smoke"), [])).toEqual([]);
});

test("gives no fewer than it has to, and no more than there are", () => {
  expect(seededPartOf(budget(0.2, 1), TEN, 4)).toHaveLength(4);
  expect(seededPartOf(budget(0.2, 1), [1, 2], 4)).toEqual([1, 2]);
  expect(seededPartOf(budget(0.2, 1), [])).toEqual([]);
});

test("gives the first ones where they are the telling ones", () => {
  expect(firstPartOf(budget(0.2, 9), TEN, 3)).toEqual([0, 1, 2]);
  expect(firstPartOf(budget(1, 9), TEN, 3)).toEqual(TEN);
});

test("gives neighbours other parts in a smoke run, which together are all", () => {
  const parts = [0, 1, 2].map((turn) => partInTurn({ budget: "smoke" }, TEN, 3, turn));
  expect(parts.flat().sort()).toEqual(TEN);
  expect(partInTurn({ budget: "standard" }, TEN, 3, 1)).toEqual(TEN);
});

test("spreads each beginning of a list over all of it", () => {
  expect(spreadOut(TEN).slice(0, 5)).toEqual([0, 9, 5, 2, 7]);
  expect([...spreadOut(TEN)].sort()).toEqual(TEN);
  expect(spreadOut(["one"])).toEqual(["one"]);
  expect(spreadOut([])).toEqual([]);
});
