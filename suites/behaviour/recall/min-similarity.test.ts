import { expect, test } from "vitest";
import { similarityTolerance } from "../../verifiers/similarity-tolerance.ts";
import { effectiveMinimum, requiredExclusions } from "./min-similarity.ts";

test("a least similarity that keeps something out is asked for as it is", () => {
  expect(effectiveMinimum(0.4, [0.2, 0.9], 1e-6)).toBe(0.4);
});

test("where all that is found is more similar, one between them is asked for", () => {
  expect(effectiveMinimum(0.1, [0.5, 1], 1e-6)).toBe(0.75);
});

test("nothing tells anything where nothing is found, or all is as similar", () => {
  expect(effectiveMinimum(0.1, [], 1e-6)).toBeNull();
  expect(effectiveMinimum(0.1, [0.5, 0.5], 1e-6)).toBeNull();
});

test("scores that all end after few digits may have been cut by one of them", () => {
  expect(similarityTolerance([0.92, 0.93, 1])).toBeCloseTo(0.01, 5);
  expect(effectiveMinimum(0.2, [0.92, 0.93], similarityTolerance([0.92, 0.93]))).toBeNull();
  expect(similarityTolerance([0.9231, 0.5])).toBeCloseTo(0.0001, 5);
});

test("scores of many digits tell what was measured, and those of one digit or none tell nothing of it", () => {
  for (const similarities of [[0.92, 0.123456789], [0.5, 1], [0, 1], [0.25, 1e-9], []])
    expect(similarityTolerance(similarities)).toBe(1e-6);
});

test("similarities that may have been rounded up tell of a bound only where many of them are left out", () => {
  expect(requiredExclusions([0.67, 0.33, 0.5])).toBeGreaterThan(requiredExclusions([0.6666667, 0.3333333, 0.5]));
});
