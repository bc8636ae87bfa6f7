import { expect, test } from "vitest";
import { ALL, isSelected } from "./selection.ts";

const NAMES = Array.from({ length: 100 }, (_, index) => `scenario ${index}`);
const drawn = (seed: number, share: number) =>
  NAMES.filter((name) => isSelected({ ...ALL, seed, share }, "suites/host/overlay.scenario.test.ts", name));

test("without a choice takes every scenario", () => {
  expect(drawn(7, 1)).toEqual(NAMES);
});

test("a sample holds its share, is the same for the same seed, and all are seen over a number of seeds", () => {
  expect(drawn(7, 0.1)).toEqual(drawn(7, 0.1));
  expect(drawn(7, 0.1)).not.toEqual(drawn(8, 0.1));
  expect(drawn(7, 0.1).length).toBeGreaterThan(2);
  expect(drawn(7, 0.1).length).toBeLessThan(25);
  const seen = new Set(Array.from({ length: 80 }, (_, seed) => drawn(seed, 0.1)).flat());
  expect(seen.size).toBe(NAMES.length);
});

test.each([
  ["overlay", true],
  ["suites/host", true],
  ["overlay > a lower maximum", true],
  ["overlay > a higher maximum", false],
  ["replay > a lower maximum", false],
])("%j takes the scenario: %s", (named, isTaken) => {
  const selection = { ...ALL, share: 0, named: ["another", named] };
  expect(isSelected(selection, "suites/host/overlay.scenario.test.ts", "a lower maximum fails")).toBe(isTaken);
});
