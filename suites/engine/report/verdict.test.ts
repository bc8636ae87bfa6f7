import { expect, test } from "vitest";
import { requirement } from "../../../reports/samples/parts.ts";
import { combine, countVerdicts, isGap } from "./verdict.ts";

test("a requirement is proven only when every check of it passed", () => {
  expect(combine([{ verdict: "pass" }, { verdict: "pass" }])).toBe("pass");
  expect(combine([{ verdict: "pass" }, { verdict: "skip" }])).toBe("skip");
  expect(combine([{ verdict: "skip" }, { verdict: "inconclusive" }])).toBe("inconclusive");
  expect(combine([{ verdict: "inconclusive" }, { verdict: "fail" }])).toBe("fail");
  expect(combine([])).toBe("inconclusive");
});

test("a check that does not apply is not a gap when another one passed, and not a proof by itself", () => {
  const aside = { verdict: "skip", aside: true } as const;
  expect(combine([{ verdict: "pass" }, aside])).toBe("pass");
  expect(combine([{ verdict: "inconclusive" }, aside])).toBe("inconclusive");
  expect(combine([aside])).toBe("skip");
});

test("what has no check yet, and what nobody can observe, stay outside the verdict", () => {
  const requirements = [
    requirement({ verdict: "pass" }),
    requirement({ verdict: "skip", unchecked: true }),
    requirement({ verdict: "skip", unobservable: true }),
    requirement({ verdict: "skip", notApplicable: true }),
  ];
  expect(countVerdicts(requirements, "MUST")).toEqual({ pass: 1, fail: 0, skip: 0, inconclusive: 0, known: 0 });
  expect(requirements.map(isGap)).toEqual([false, false, false, false]);
});

test("known failures are counted apart from the others", () => {
  const requirements = [requirement({ verdict: "fail" }), requirement({ verdict: "fail", known: true })];
  expect(countVerdicts(requirements, "MUST")).toMatchObject({ fail: 1, known: 1 });
});

test.each(["skip", "inconclusive"] as const)("a requirement that came to %s is a gap", (verdict) => {
  expect(isGap(requirement({ verdict }))).toBe(true);
});
