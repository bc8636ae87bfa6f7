import type { Report, ReportCheck, ReportExchange, ReportFailure, ReportRequirement } from "../spec/report.ts";
import type { Verdict } from "../spec/verdict.ts";
import { cut } from "./text.ts";

/**
 * What a test case came to, for formats that speak of tests. Failures and errors shut the gate: an error is a MUST without an
 * answer. Skipped is all that does not, each with its message.
 */
export type Outcome =
  | { readonly kind: "passed" }
  | { readonly kind: "skipped"; readonly message: string; readonly text: string }
  | { readonly kind: "failure" | "error"; readonly type: string; readonly message: string; readonly text: string };

/** One test case. */
export interface Case {
  readonly classname: string;
  readonly name: string;
  readonly milliseconds: number;
  readonly outcome: Outcome;
}

const BODY_EXCERPT = 4000;
const PASSED: Outcome = { kind: "passed" };

/** The run itself as a case: it stands for what no single check shows, as an expired known failure or skips not accepted. */
export function verdictCase(report: Report): Case {
  const base = { classname: "run", name: "verdict", milliseconds: report.run.durationMs };
  const text = [report.headline, ...(report.problem === null ? [] : [report.problem])].join("\n");
  if (report.exitCode === 0) return { ...base, outcome: PASSED };
  const kind = report.exitCode === 1 ? "failure" : "error";
  return { ...base, outcome: { kind, type: report.verdict, message: report.headline, text } };
}

/** A case for each check, and one for the requirement when no check has its verdict. */
export function casesOf(report: Report, requirement: ReportRequirement): Case[] {
  const checks = requirement.checks.map((check) => checkCase(report, requirement, check));
  const told = requirement.checks.some((check) => check.verdict === requirement.verdict);
  return told ? checks : [...checks, requirementCase(report, requirement)];
}

function checkCase(report: Report, requirement: ReportRequirement, check: ReportCheck): Case {
  const reason = check.reason ?? requirement.reason ?? "";
  return {
    classname: requirement.id,
    name: check.name,
    milliseconds: check.durationMs,
    outcome: apart(requirement, reason) ?? outcomeOf(report, requirement, check.verdict, reason, check.failure),
  };
}

function requirementCase(report: Report, requirement: ReportRequirement): Case {
  const reason = requirement.reason ?? "";
  return {
    classname: requirement.id,
    name: requirement.statement,
    milliseconds: 0,
    outcome: apart(requirement, reason) ?? outcomeOf(report, requirement, requirement.verdict, reason, null),
  };
}

/** The outcome of a requirement that is outside the verdict; null for the others. */
function apart({ unobservable, unchecked, notApplicable }: ReportRequirement, reason: string): Outcome | null {
  if (unobservable) return skipped(`not observable from outside: ${reason}`);
  if (unchecked) return skipped(`not checked yet: ${reason}`);
  return notApplicable ? skipped(`does not apply: ${reason}`) : null;
}

function outcomeOf(
  report: Report,
  requirement: ReportRequirement,
  verdict: Verdict,
  reason: string,
  failure: ReportFailure | null,
): Outcome {
  if (verdict === "pass") return PASSED;
  if (verdict === "skip") return skipped(`skipped: ${reason}`);
  if (verdict === "fail") return failedOutcome(report, requirement, reason, failure);
  const message = `inconclusive: ${reason}`;
  const isGate = requirement.level === "MUST";
  return isGate ? { kind: "error", type: "inconclusive", message, text: message } : skipped(message);
}

function failedOutcome(
  report: Report,
  requirement: ReportRequirement,
  reason: string,
  failure: ReportFailure | null,
): Outcome {
  const message = failure?.message ?? reason;
  const text = failure === null ? message : evidence(requirement, failure);
  const { level, known } = requirement;
  if (known) return skipped(`known failure: ${message}`, text);
  if (level === "SHOULD" && report.run.strict !== true) return skipped(`SHOULD not met: ${message}`, text);
  return { kind: "failure", type: level, message, text };
}

function skipped(message: string, text = message): Outcome {
  return { kind: "skipped", message, text };
}

function evidence(requirement: ReportRequirement, failure: ReportFailure): string {
  const judged = failure.exchanges.at(-1);
  return [
    failure.message,
    "",
    `requirement: ${requirement.statement}`,
    `clause:      ${requirement.clause}`,
    `expected:    ${failure.expected}`,
    `actual:      ${failure.actual}`,
    ...(failure.pointer === "" ? [] : [`at:          ${failure.pointer}`]),
    ...(judged === undefined ? [] : ["", ...exchangeLines(judged)]),
    ...(failure.curl === null ? [] : ["", failure.curl]),
    "",
    `repeat:      ${failure.replay}`,
  ].join("\n");
}

function exchangeLines({ request, response, error }: ReportExchange): string[] {
  const answer = response?.body ?? null;
  return [
    `> ${request.method} ${request.url}`,
    ...(request.body === null ? [] : [`> ${cut(request.body, BODY_EXCERPT)}`]),
    response === null ? `< no response: ${error ?? "unknown"}` : `< ${response.status}`,
    ...(answer === null ? [] : [`< ${cut(answer, BODY_EXCERPT)}`]),
  ];
}
