import { expect, test } from "vitest";
import { combinationCoverage } from "./coverage.ts";
import { coveringRows, rowsOfOne, rowsOfTwo } from "./rows.ts";
import type { Row, Space } from "./space.ts";

const levels = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`);
const spaceOf = (sizes: readonly number[], exclusions: Space["exclusions"] = []): Space => ({
  factors: sizes.map((size, index) => ({ name: `f${index}`, levels: levels(size) })),
  exclusions,
});
const LISTING = spaceOf([8, 6, 5, 3, 4, 6, 4, 3, 3]);

function take(space: Space, count: number, seed = 1): Row[] {
  const rows: Row[] = [];
  for (const row of coveringRows(space, seed)) {
    if (rows.length === count) break;
    rows.push(row);
  }
  return rows;
}

test("covers all pairs of nine factors in at most 65 rows, and all triples in the end", () => {
  expect(combinationCoverage(LISTING, take(LISTING, 65), 2)).toEqual({ covered: 772, possible: 772 });
  const triples = combinationCoverage(LISTING, [...coveringRows(LISTING, 1)], 3);
  expect(triples.covered).toBe(triples.possible);
});

test("gives the same rows for the same seed, and others for another", () => {
  expect(take(LISTING, 20, 7)).toEqual(take(LISTING, 20, 7));
  expect(take(LISTING, 20, 7)).not.toEqual(take(LISTING, 20, 8));
});

test("begins with the rows that cover most", () => {
  const rows = take(LISTING, 40);
  const covered = [5, 10, 20, 40].map((count) => combinationCoverage(LISTING, rows.slice(0, count), 2).covered);
  const news = covered.map((each, index) => each - (covered[index - 1] ?? 0));
  // No row has more than 36 pairs: the first five have hardly one twice.
  expect(news[0]).toBeGreaterThan(170);
  expect((news[3] ?? 0) / 20).toBeLessThan((news[0] ?? 0) / 5);
});

test("keeps to exclusions, and covers all pairs that these allow", () => {
  const exclusions = [
    { f0: ["l0"], f1: ["l1", "l2"] },
    { f0: ["l0"], f1: ["l0"], f2: ["l0"] },
  ];
  const space = spaceOf([3, 3, 3, 2], exclusions);
  const rows = [...coveringRows(space, 3)];
  expect(rows.some(({ f0, f1 }) => f0 === "l0" && f1 !== "l0")).toBe(false);
  expect(rows.some(({ f0, f1, f2 }) => f0 === "l0" && f1 === "l0" && f2 === "l0")).toBe(false);
  // Of 45 pairs: two excluded, and f0=l0 with f2=l0, which would leave no level for f1.
  expect(combinationCoverage(space, rows, 2)).toEqual({ covered: 42, possible: 42 });
});

test("shows each level with the first ones of all other factors, where these go together", () => {
  const space = spaceOf([2, 3, 2], [{ f0: ["l1"], f1: ["l0"] }]);
  const plain = { f0: "l0", f1: "l0", f2: "l0" };
  expect(rowsOfOne(space)).toEqual([{ f1: "l1" }, { f2: "l1" }, { f1: "l2" }].map((one) => ({ ...plain, ...one })));
});

test("shows each two levels together with the plain ones, where these go together", () => {
  const space = spaceOf([2, 3, 2], [{ f0: ["l1"], f1: ["l0"] }]);
  const plain = { f0: "l0", f1: "l2", f2: "l0" };
  const pairs = [
    { f0: "l1", f1: "l1" },
    { f0: "l1", f2: "l1" },
    { f1: "l0", f2: "l1" },
    { f1: "l1", f2: "l1" },
  ];
  const rows = rowsOfTwo(space, plain, 1);
  expect(rows).toHaveLength(pairs.length);
  expect(rows).toEqual(expect.arrayContaining(pairs.map((pair) => ({ ...plain, ...pair }))));
  expect(rowsOfTwo(space, plain, 1)).toEqual(rows);
});

test("takes each level of a single factor once", () => {
  expect(take(spaceOf([4]), 10)).toHaveLength(4);
});

test("gives no row where none is possible", () => {
  const space = spaceOf([1, 1], [{ f0: ["l0"], f1: ["l0"] }]);
  expect(take(space, 10)).toEqual([]);
});
