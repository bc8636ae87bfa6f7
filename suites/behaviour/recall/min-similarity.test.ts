import { expect, test } from "vitest";
import { similarityTolerance } from "../../verifiers/similarity-tolerance.ts";
import { effectiveMinimum, requiredExclusions } from "./min-similarity.ts";

test("a minimum similarity that excludes a hit is requested unchanged", () => {
  expect(effectiveMinimum(0.4, [0.2, 0.9], 1e-6)).toBe(0.4);
});

test("a minimum below all similarities is replaced by one between them", () => {
  expect(effectiveMinimum(0.1, [0.5, 1], 1e-6)).toBe(0.75);
});

test("no minimum is effective without hits or with equal similarities", () => {
  expect(effectiveMinimum(0.1, [], 1e-6)).toBeNull();
  expect(effectiveMinimum(0.1, [0.5, 0.5], 1e-6)).toBeNull();
});

test("scores of few digits have a tolerance of their last digit", () => {
  expect(similarityTolerance([0.92, 0.93, 1])).toBeCloseTo(0.01, 5);
  expect(effectiveMinimum(0.2, [0.92, 0.93], similarityTolerance([0.92, 0.93]))).toBeNull();
  expect(similarityTolerance([0.9231, 0.5])).toBeCloseTo(0.0001, 5);
});

test("scores of many digits, or of at most one, have the smallest tolerance", () => {
  for (const similarities of [[0.92, 0.123456789], [0.5, 1], [0, 1], [0.25, 1e-9], []])
    expect(similarityTolerance(similarities)).toBe(1e-6);
});

test("similarities that may be rounded require more excluded hits for a failure", () => {
  expect(requiredExclusions([0.67, 0.33, 0.5])).toBeGreaterThan(requiredExclusions([0.6666667, 0.3333333, 0.5]));
});
