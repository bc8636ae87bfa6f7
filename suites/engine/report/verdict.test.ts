import { expect, test } from "vitest";
import { requirement } from "../../../reports/samples/parts.ts";
import { combine, countVerdicts, isGap } from "./verdict.ts";

test("proves a requirement only if every check of it passed", () => {
  expect(combine([{ verdict: "pass" }, { verdict: "pass" }])).toBe("pass");
  expect(combine([{ verdict: "pass" }, { verdict: "skip" }])).toBe("skip");
  expect(combine([{ verdict: "skip" }, { verdict: "inconclusive" }])).toBe("inconclusive");
  expect(combine([{ verdict: "inconclusive" }, { verdict: "fail" }])).toBe("fail");
  expect(combine([])).toBe("inconclusive");
});

test("treats a check that does not apply as no gap if another one passed, and as no proof", () => {
  const notApplicable = { verdict: "skip", isNotApplicable: true } as const;
  expect(combine([{ verdict: "pass" }, notApplicable])).toBe("pass");
  expect(combine([{ verdict: "inconclusive" }, notApplicable])).toBe("inconclusive");
  expect(combine([notApplicable])).toBe("skip");
});

test("excludes requirements without a check, or that cannot be observed, from the verdict", () => {
  const requirements = [
    requirement({ verdict: "pass" }),
    requirement({ verdict: "skip", unchecked: true }),
    requirement({ verdict: "skip", unobservable: true }),
    requirement({ verdict: "skip", notApplicable: true }),
  ];
  expect(countVerdicts(requirements, "MUST")).toEqual({ pass: 1, fail: 0, skip: 0, inconclusive: 0, known: 0 });
  expect(requirements.map(isGap)).toEqual([false, false, false, false]);
});

test("counts known failures separately", () => {
  const requirements = [requirement({ verdict: "fail" }), requirement({ verdict: "fail", known: true })];
  expect(countVerdicts(requirements, "MUST")).toMatchObject({ fail: 1, known: 1 });
});

test.each(["skip", "inconclusive"] as const)("treats a requirement that ended in %s as a gap", (verdict) => {
  expect(isGap(requirement({ verdict }))).toBe(true);
});
