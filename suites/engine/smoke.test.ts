import { expect, test } from "vitest";
import type { Check } from "./check.ts";
import { leftOut, roundsOf } from "./smoke.ts";
import { combine } from "./verdict.ts";

const check = (requirement: string, name: string, operations: readonly string[] = ["list-tasks"]): Check => ({
  requirement,
  name,
  operations,
  fixtures: [],
  writes: false,
  run: async () => {},
});

/** What is called for in a catalogue in which ids with "should" are no MUST. */
const catalogue = {
  get: (id: string) => ({ level: id.includes("should") ? ("SHOULD" as const) : ("MUST" as const) }),
};

const checks = [
  check("a.should", "first"),
  check("a.must", "first"),
  check("a.must", "second"),
  check("a.must", "elsewhere", ["recall"]),
  check("a.should", "second"),
];

test("takes up each requirement on each operation once before it looks again, and MUST before SHOULD", () => {
  expect([...roundsOf(checks, catalogue, { strict: false }).values()]).toEqual([2, 0, 1, 0, 3]);
});

test("comes last to what is dear, unless nothing else looks at what MUST hold", () => {
  const dear = checks.map((one) => ({ ...one, dear: true }));
  expect([...roundsOf(dear, catalogue, { strict: false }).values()]).toEqual([4, 0, 4, 0, 4]);
});

test("knows no difference of levels where a run is strict", () => {
  expect([...roundsOf(checks, catalogue, { strict: true }).values()]).toEqual([0, 0, 1, 0, 1]);
});

test("a check that is left out is no gap in what others have looked at, and proves nothing by itself", () => {
  const out = leftOut(check("a.must", "second"));
  expect(combine([{ verdict: "pass" }, out])).toBe("pass");
  expect(combine([{ verdict: "inconclusive" }, out])).toBe("inconclusive");
  expect(combine([out])).toBe("skip");
});
