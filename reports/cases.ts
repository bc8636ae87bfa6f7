import { counted, truncated } from "../spec/format-text.ts";
import type { Report, ReportExchange, ReportRequirement } from "../spec/report.ts";
import { acceptedLabel, gateLine } from "./gate.ts";
import { areaOf, type Finding, findingsOf, reasonOf, whyNotCounted } from "./select.ts";

/**
 * The outcome of a test case, for formats that report tests. Failures and errors fail the gate: an error is an
 * undecided MUST. Everything else is passed or skipped, with a message.
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
/** Checks named under a requirement that stayed open, before the rest is only counted. */
const MAX_CHECKS = 20;
const PASSED: Outcome = { kind: "passed" };

/**
 * Returns the gate as a case: it reports what no single check shows, such as an expired known failure or skips that
 * are not accepted.
 */
export function gateCase(report: Report): Case {
  const { gate, headline, problem } = report;
  const base = { classname: "run", name: "gate", milliseconds: report.run.durationMs };
  if (gate.result === "passed") return { ...base, outcome: PASSED };
  const text = [gateLine(gate), headline, ...(problem === null ? [] : [problem])].join("\n");
  const kind = gate.result === "failed" ? "failure" : "error";
  return { ...base, outcome: { kind, type: gate.result, message: gateLine(gate), text } };
}

/**
 * Returns a requirement as a test case, named by its permanent id. The set of names depends only on the catalogue and
 * the selection of the run, so that a CI system can follow a case from run to run. Names of checks differ by budget
 * and by findings.
 */
export function caseOf(report: Report, requirement: ReportRequirement): Case {
  const milliseconds = requirement.checks.reduce((sum, check) => sum + check.durationMs, 0);
  return {
    classname: areaOf(requirement.id),
    name: requirement.id,
    milliseconds,
    outcome: outcomeOf(report, requirement),
  };
}

function outcomeOf(report: Report, requirement: ReportRequirement): Outcome {
  const { verdict, level, accepted } = requirement;
  const apart = whyNotCounted(requirement);
  if (apart !== null) return skipped(`${apart}: ${requirement.reason ?? ""}`);
  if (verdict === "pass") return PASSED;
  if (verdict === "fail") return failedOutcome(report, requirement);
  const label = accepted === undefined ? "" : ` (${acceptedLabel(accepted)})`;
  const message = `${verdict === "skip" ? "skipped" : verdict}: ${reasonOf(requirement)}${label}`;
  const text = [message, ...openChecks(requirement)].join("\n");
  const isCounted = verdict === "inconclusive" && level === "MUST" && accepted === undefined;
  return isCounted ? { kind: "error", type: "inconclusive", message, text } : skipped(message, text);
}

/** Returns the checks that left the requirement open, each with its reason. */
function openChecks({ checks, verdict }: ReportRequirement): string[] {
  const open = checks.filter((check) => check.verdict === verdict);
  const told = open.slice(0, MAX_CHECKS).map(({ name, reason }) => `- ${name}: ${reason ?? "no reason given"}`);
  const left = open.length - told.length;
  return left > 0 ? [...told, `- and ${counted(left, "further check")}`] : told;
}

function failedOutcome(report: Report, requirement: ReportRequirement): Outcome {
  const { level, known } = requirement;
  const [first, ...others] = findingsOf(requirement);
  const also = others.length > 0 ? ` (and ${counted(others.length, "further cause")})` : "";
  const message = `${first?.failure.message ?? requirement.reason ?? ""}${also}`;
  const text = first === undefined ? message : [first, ...others].map(evidence).join("\n\n");
  if (known) return skipped(`known failure: ${message}`, text);
  if (level === "SHOULD" && report.run.strict !== true) return skipped(`SHOULD not met: ${message}`, text);
  return { kind: "failure", type: level, message, text };
}

function skipped(message: string, text = message): Outcome {
  return { kind: "skipped", message, text };
}

function evidence({ requirement, check, failure }: Finding): string {
  const judged = failure.exchanges.at(-1);
  return [
    failure.message,
    "",
    `requirement: ${requirement.statement}`,
    `clause:      ${requirement.clause}`,
    `check:       ${check.name}`,
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
    ...(request.body === null ? [] : [`> ${truncated(request.body, BODY_EXCERPT)}`]),
    response === null ? `< no response: ${error ?? "unknown"}` : `< ${response.status}`,
    ...(answer === null ? [] : [`< ${truncated(answer, BODY_EXCERPT)}`]),
  ];
}
