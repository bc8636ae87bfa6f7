import { expect, test } from "vitest";
import { requirement } from "../../../reports/samples/parts.ts";
import type { ReportAcceptance, ReportGate, ReportRequirement } from "../../../spec/report.ts";
import { type GateFacts, gateOf } from "./gate.ts";
import { countVerdicts } from "./verdict.ts";

const ACCEPTED: ReportAcceptance = { by: "acceptSkips", entries: ["user"] };
const BLOCKED: ReportAcceptance = { by: "knownFailures", entries: ["a.b"] };

/** Returns the gate of a run with these requirements. */
function gate(requirements: readonly Partial<ReportRequirement>[], over: Partial<GateFacts> = {}): ReportGate {
  const all = requirements.map((one) => requirement(one));
  return gateOf({
    requirements: all,
    must: countVerdicts(all, "MUST"),
    should: countVerdicts(all, "SHOULD"),
    strict: false,
    unusable: null,
    staleKnown: [],
    expired: [],
    unneeded: [],
    ...over,
  });
}

test("passes if every MUST is proven", () => {
  expect(gate([{}])).toEqual({ result: "passed", exitCode: 0, reasons: ["every MUST is proven"] });
});

test("fails on one MUST failure despite gaps", () => {
  expect(gate([{ verdict: "fail" }, { verdict: "inconclusive" }])).toEqual({
    result: "failed",
    exitCode: 1,
    reasons: ["1 MUST failed"],
  });
});

test("counts a SHOULD failure only in strict mode", () => {
  const requirements = [{}, { level: "SHOULD", verdict: "fail" }] as const;
  expect(gate(requirements).result).toBe("passed");
  expect(gate(requirements, { strict: true })).toMatchObject({
    result: "failed",
    reasons: ["1 SHOULD failed (--strict)"],
  });
});

test("is incomplete if a MUST is skipped or inconclusive and no entry accepts it", () => {
  const requirements = [{}, { verdict: "skip" }, { verdict: "skip", accepted: ACCEPTED }, { verdict: "inconclusive" }];
  expect(gate(requirements as Partial<ReportRequirement>[])).toEqual({
    result: "incomplete",
    exitCode: 3,
    reasons: ["2 MUST not proven: 1 skipped, 1 inconclusive"],
  });
});

test("passes with known failures and accepted gaps, and counts them", () => {
  const requirements: Partial<ReportRequirement>[] = [
    { verdict: "fail", known: true },
    { verdict: "inconclusive", accepted: BLOCKED },
    { verdict: "skip", accepted: ACCEPTED },
    { verdict: "skip", accepted: ACCEPTED },
    { verdict: "inconclusive", accepted: ACCEPTED },
    { level: "SHOULD", verdict: "skip", accepted: ACCEPTED },
  ];
  expect(gate(requirements)).toEqual({
    result: "passed",
    exitCode: 0,
    reasons: [
      "1 known failure",
      "1 MUST not judged because of a known failure",
      "2 skips accepted",
      "1 inconclusive accepted",
    ],
  });
});

test("fails on a stale entry of known failures, and states what is wrong with it", () => {
  const stale = "the known failure of a.b passes now: take its entry out";
  expect(gate([{}], { staleKnown: [stale] })).toEqual({ result: "failed", exitCode: 1, reasons: [stale] });
});

test("lists expired entries of acceptSkips without failing", () => {
  const expired = ['the acceptSkips entry "a.*" expired on 2026-01-01'];
  expect(gate([{}], { expired })).toMatchObject({ result: "passed", reasons: expired });
  expect(gate([{ verdict: "skip" }], { expired })).toMatchObject({
    result: "incomplete",
    reasons: ["1 MUST not proven: 1 skipped", ...expired],
  });
});

test("is unusable if nothing could be judged", () => {
  const over = { unusable: "no response", staleKnown: ["expired"] };
  expect(gate([{ verdict: "inconclusive" }], over)).toEqual({
    result: "unusable",
    exitCode: 2,
    reasons: ["no response"],
  });
});

test("lists accepted gaps that are no longer needed, and passes", () => {
  const unneeded = ['the acceptSkips entry "tasks.plan.*" is no longer needed: it is proven'];
  expect(gate([{}], { unneeded })).toEqual({
    result: "passed",
    exitCode: 0,
    reasons: ["every MUST is proven", ...unneeded],
  });
  expect(gate([{ verdict: "inconclusive" }], { unneeded })).toMatchObject({ result: "incomplete", exitCode: 3 });
});
