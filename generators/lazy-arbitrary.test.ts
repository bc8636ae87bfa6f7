import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lazyArbitrary } from "./lazy-arbitrary.ts";

const inner = fc.array(fc.nat(), { minLength: 1, maxLength: 9 });

test("gives the values of what it makes, and makes it once, for the first of them", () => {
  let made = 0;
  const values = lazyArbitrary(() => {
    made += 1;
    return inner;
  });
  const lengths = values.filter((list) => list.length > 1).map((list) => list.length);
  expect(made).toBe(0);
  expect(fc.sample(values, { seed: 7, numRuns: 20 })).toEqual(fc.sample(inner, { seed: 7, numRuns: 20 }));
  expect(fc.sample(lengths, { seed: 7, numRuns: 20 }).every((length) => length > 1)).toBe(true);
  expect(made).toBe(1);
});

test("shrinks as what it makes does", () => {
  const smallest = (values: fc.Arbitrary<number[]>) =>
    fc.check(
      fc.property(values, (list) => list.length < 3),
      { seed: 7 },
    ).counterexample;
  expect(smallest(lazyArbitrary(() => inner))).toEqual(smallest(inner));
});
