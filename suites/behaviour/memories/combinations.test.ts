import { expect, test } from "vitest";
import { type KnownMemory, rolesOf, verdictOn } from "../../models/memory-filters.ts";
import { allBesideEach } from "./combinations.ts";

const known = (index: number): KnownMemory => ({
  id: `m${index}`,
  content: `word${index} ${index % 2 === 0 ? "even" : "odd"} and so on ${index}`,
  kind: ["fact", "decision", "preference"][index % 3] ?? "",
  scope: index === 3 ? "other" : "one",
  tags: ["all", ...(index % 2 === 0 ? ["amber"] : ["basil"])],
  createdAt: 1_700_000_000_000 + 10_000 * index,
  precision: 1,
});

const populationOf = (members: readonly KnownMemory[]) => ({
  word: "word",
  tag: "all",
  members: members.map((one) => ({ known: one })),
});

const FEW = [0, 1, 2, 3].map(known);

test("all filters of one memory find it, and each with another's value finds it no longer", () => {
  const [whole, ...swapped] = allBesideEach(populationOf(FEW));
  if (whole === undefined) throw new Error("no filter was made");
  expect([...rolesOf(whole)].sort()).toEqual(["createdFrom", "createdTo", "kind", "scope", "tags", "text"]);
  const found = FEW.filter((one) => verdictOn(one, whole) === "in");
  expect(found).toHaveLength(1);
  expect(swapped.length).toBeGreaterThanOrEqual(6);
  for (const filter of swapped) for (const one of found) expect(verdictOn(one, filter)).toBe("out");
});

test("asks for no times where none are told", () => {
  const filters = allBesideEach(populationOf(FEW.map((one) => ({ ...one, createdAt: null }))));
  for (const filter of filters) {
    expect(filter.createdFrom).toBeUndefined();
    expect(filter.createdTo).toBeUndefined();
  }
});

test("means the same memory whichever of those made together was the first", () => {
  const wordsOf = (order: readonly number[]) => {
    const members = FEW.map((one, index) => ({ ...one, createdAt: 1_700_000_000_000 + 10 * (order[index] ?? index) }));
    return allBesideEach(populationOf(members)).map(({ createdFrom: _, createdTo: __, ...rest }) => rest);
  };
  expect(wordsOf([1, 0])).toEqual(wordsOf([0, 0]));
  expect(wordsOf([0, 1])).toEqual(wordsOf([0, 0]));
});
