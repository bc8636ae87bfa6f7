import { jsonText } from "../../spec/escape.ts";
import { visible } from "../../spec/format-text.ts";
import type { Report, ReportRequirement } from "../../spec/report.ts";
import { type Case, caseOf, gateCase, type Outcome } from "../cases.ts";
import { gateLine } from "../gate.ts";

/** Version of the Common Test Report Format that is written. */
const SPEC_VERSION = "1.0.0";

const STATUS: Readonly<Record<Outcome["kind"], "passed" | "failed" | "skipped" | "other">> = {
  passed: "passed",
  failure: "failed",
  error: "other",
  skipped: "skipped",
};

/** `ctrf.json`: the run in the Common Test Report Format, a test for each requirement, named by its id, the gate first. */
export function ctrf(report: Report): string {
  const tests = [
    test(gateCase(report), {}),
    ...report.requirements.map((requirement) => test(caseOf(report, requirement), about(requirement))),
  ];
  const { name, version, node } = report.tool;
  const document = {
    reportFormat: "CTRF",
    specVersion: SPEC_VERSION,
    generatedBy: `${name} ${version}`,
    extra: {
      headline: visible(report.headline),
      verdict: report.verdict,
      gate: gateOf(report),
      exitCode: report.exitCode,
    },
    results: { tool: { name, version, extra: { node } }, summary: summary(report, tests), tests },
  };
  return jsonText(document);
}

function gateOf({ gate }: Report) {
  return { ...gate, line: visible(gateLine(gate)), reasons: gate.reasons.map(visible) };
}

type Test = ReturnType<typeof test>;

function test({ classname, name, milliseconds, outcome }: Case, more: Partial<ReturnType<typeof about>>) {
  const told = outcome.kind === "passed" ? {} : { message: visible(outcome.message), trace: visible(outcome.text) };
  return {
    name: visible(name) || "requirement",
    status: STATUS[outcome.kind],
    rawStatus: outcome.kind,
    duration: Math.round(milliseconds),
    suite: [visible(classname)],
    ...more,
    ...told,
  };
}

function about({ level, operations, statement, clause }: ReportRequirement) {
  return {
    tags: [level, ...operations.map(visible)],
    extra: { statement: visible(statement), clause: visible(clause) },
  };
}

function summary({ run }: Report, tests: readonly Test[]) {
  const number = (status: Test["status"]) => tests.filter((each) => each.status === status).length;
  const start = Date.parse(run.startedAt) || 0;
  const duration = Math.round(run.durationMs);
  return {
    tests: tests.length,
    passed: number("passed"),
    failed: number("failed"),
    skipped: number("skipped"),
    pending: 0,
    other: number("other"),
    start,
    stop: start + duration,
    duration,
  };
}
