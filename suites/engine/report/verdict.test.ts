import { expect, test } from "vitest";
import type { ReportRequirement } from "../../../spec/report.ts";
import { combine, countVerdicts, headlineOf, judgeRun, type RunFacts } from "./verdict.ts";

function requirement(verdict: ReportRequirement["verdict"], more: Partial<ReportRequirement> = {}): ReportRequirement {
  return {
    id: "a.b",
    level: "MUST",
    statement: "",
    clause: "",
    operations: [],
    verdict,
    reason: null,
    known: false,
    unobservable: false,
    unchecked: false,
    notApplicable: false,
    missingFixtures: [],
    checks: [],
    ...more,
  };
}

function judge(requirements: ReportRequirement[], more: Partial<RunFacts> = {}) {
  return judgeRun({
    requirements,
    must: countVerdicts(requirements, "MUST"),
    should: countVerdicts(requirements, "SHOULD"),
    strict: false,
    unusable: null,
    staleKnown: 0,
    isExcused: () => false,
    ...more,
  });
}

test("a requirement is proven only when every check of it passed", () => {
  expect(combine([{ verdict: "pass" }, { verdict: "pass" }])).toBe("pass");
  expect(combine([{ verdict: "pass" }, { verdict: "skip" }])).toBe("skip");
  expect(combine([{ verdict: "skip" }, { verdict: "inconclusive" }])).toBe("inconclusive");
  expect(combine([{ verdict: "inconclusive" }, { verdict: "fail" }])).toBe("fail");
  expect(combine([])).toBe("inconclusive");
});

test("a check that stood aside is no gap beside one that passed, and no proof by itself", () => {
  const aside = { verdict: "skip", aside: true } as const;
  expect(combine([{ verdict: "pass" }, aside])).toBe("pass");
  expect(combine([{ verdict: "inconclusive" }, aside])).toBe("inconclusive");
  expect(combine([aside])).toBe("skip");
});

test("a run is conformant when every MUST passed", () => {
  expect(judge([requirement("pass")])).toEqual({ verdict: "conformant", exitCode: 0 });
});

test("one failed MUST makes it nonconformant, whatever else is missing", () => {
  expect(judge([requirement("fail"), requirement("inconclusive")])).toEqual({ verdict: "nonconformant", exitCode: 1 });
});

test("a failed SHOULD counts only when asked to be strict", () => {
  const requirements = [requirement("pass"), requirement("fail", { level: "SHOULD" })];
  expect(judge(requirements).exitCode).toBe(0);
  expect(judge(requirements, { strict: true }).exitCode).toBe(1);
});

test("a MUST that was skipped or stayed open makes it incomplete", () => {
  expect(judge([requirement("pass"), requirement("skip")])).toEqual({ verdict: "incomplete", exitCode: 3 });
  expect(judge([requirement("pass"), requirement("inconclusive")])).toEqual({ verdict: "incomplete", exitCode: 3 });
});

test("a skip that the target file accepts leaves the run incomplete, and the gate open", () => {
  const requirements = [requirement("pass"), requirement("skip", { missingFixtures: ["user"] })];
  expect(judge(requirements, { isExcused: () => true })).toEqual({ verdict: "incomplete", exitCode: 0 });
});

test("what is excused without a fixture that is missing, as behind a known failure, leaves the run conformant", () => {
  const requirements = [requirement("fail", { known: true }), requirement("inconclusive")];
  expect(judge(requirements, { isExcused: () => true })).toEqual({ verdict: "conformant", exitCode: 0 });
  expect(judge(requirements)).toEqual({ verdict: "incomplete", exitCode: 3 });
});

test("a known failure does not shut the gate, one that passed does", () => {
  expect(judge([requirement("pass"), requirement("fail", { known: true })]).exitCode).toBe(0);
  expect(judge([requirement("pass")], { staleKnown: 1 })).toEqual({ verdict: "nonconformant", exitCode: 1 });
});

test("what has no check yet, and what nobody can observe, stay outside the verdict", () => {
  const requirements = [
    requirement("pass"),
    requirement("skip", { unchecked: true }),
    requirement("skip", { unobservable: true }),
  ];
  expect(judge(requirements)).toEqual({ verdict: "conformant", exitCode: 0 });
  expect(countVerdicts(requirements, "MUST")).toEqual({ pass: 1, fail: 0, skip: 0, inconclusive: 0, known: 0 });
});

test("the first line says how many MUST are proven and what is missing", () => {
  const must = { pass: 7, fail: 1, skip: 2, inconclusive: 3, known: 0 };
  const should = { pass: 0, fail: 1, skip: 0, inconclusive: 0, known: 0 };
  expect(headlineOf("nonconformant", must, should, null)).toBe(
    "nonconformant: 7 of 13 MUST proven, 1 failed, 2 skipped, 3 inconclusive, 1 SHOULD failed",
  );
  expect(headlineOf("unusable", must, should, "no answer")).toBe("unusable: no answer");
});
