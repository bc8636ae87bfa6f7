import { expect, test } from "vitest";
import type { ReportCounts } from "./report.ts";
import { headlineOf, verdictOf } from "./run-verdict.ts";
import type { RunVerdict } from "./verdict.ts";

function counts(over: Partial<ReportCounts> = {}): ReportCounts {
  return { pass: 1, fail: 0, skip: 0, inconclusive: 0, known: 0, ...over };
}

test.each<[Partial<ReportCounts>, RunVerdict]>([
  [{}, "conformant"],
  [{ fail: 1, inconclusive: 1 }, "nonconformant"],
  [{ known: 1 }, "nonconformant"],
  [{ known: 1, skip: 1 }, "nonconformant"],
  [{ skip: 1 }, "incomplete"],
  [{ inconclusive: 1 }, "incomplete"],
])("MUST requirements that came to %j make the target %s", (must, verdict) => {
  expect(verdictOf(counts(must), false)).toBe(verdict);
});

test("nothing is said of a target that could not be judged", () => {
  expect(verdictOf(counts({ pass: 0, skip: 3 }), true)).toBe("unusable");
});

test("the headline says how many MUST are proven and what is missing; known failures are failures", () => {
  const must = counts({ pass: 7, fail: 1, skip: 2, inconclusive: 3, known: 2 });
  const should = counts({ fail: 1, known: 1 });
  expect(headlineOf("nonconformant", must, should, null)).toBe(
    "nonconformant: 7 of 15 MUST proven, 3 failed, 2 skipped, 3 inconclusive, 2 SHOULD failed",
  );
  expect(headlineOf("unusable", must, should, "no response")).toBe("unusable: no response");
});
