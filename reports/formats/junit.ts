import type { Report, ReportCheck, ReportExchange, ReportFailure, ReportRequirement } from "../../spec/report.ts";
import { escapeXml, escapeXmlAttribute, escapeXmlComment } from "../escape.ts";
import { type Area, areas } from "../select.ts";
import { cut, oneLine } from "../text.ts";

/** What a test case comes to in JUnit's terms. */
type Outcome =
  | { readonly kind: "passed" }
  | {
      readonly kind: "failure" | "error" | "skipped";
      readonly type: string;
      readonly message: string;
      readonly text: string;
    };

interface Case {
  readonly classname: string;
  readonly name: string;
  readonly milliseconds: number;
  readonly outcome: Outcome;
}

const BODY_EXCERPT = 4000;
const PASSED: Outcome = { kind: "passed" };

/**
 * `junit.xml`, valid against the Ant/Windy Road schema and the one of the Jenkins xUnit plugin: a suite for the run itself, then one
 * for each area, a case for each check (one for a requirement without).
 *
 * It is red exactly when the exit status is not 0: a failed MUST is a `failure`; an inconclusive MUST is an `error` (there is
 * no answer). A SHOULD that failed without `--strict`, a known failure, an inconclusive SHOULD and all that was skipped are `skipped`
 * with a message. The case `run / verdict` stands for what no single check shows: an expired known failure, unaccepted skips.
 */
export function junit(report: Report): string {
  const suites = [
    suite(report, 0, "run", [verdictCase(report)]),
    ...areas(report.requirements).map((area, index) => suite(report, index + 1, area.name, casesOf(report, area))),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!-- ${escapeXmlComment(report.headline)} -->`,
    "<testsuites>",
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}

function suite(report: Report, id: number, name: string, cases: readonly Case[]): string {
  const number = (kind: Outcome["kind"]) => cases.filter((each) => each.outcome.kind === kind).length;
  const attributes = attributeList({
    id: String(id),
    package: "conformance",
    name: name || "other",
    timestamp: timestamp(report.run.startedAt),
    hostname: hostOf(report.target.baseUrl),
    tests: String(cases.length),
    failures: String(number("failure")),
    errors: String(number("error")),
    skipped: String(number("skipped")),
    time: seconds(cases.reduce((sum, each) => sum + each.milliseconds, 0)),
  });
  return [
    `  <testsuite ${attributes}>`,
    properties(id === 0 ? runProperties(report) : {}),
    ...cases.map(testcase),
    `    <system-out>${id === 0 ? escapeXml(report.headline) : ""}</system-out>`,
    `    <system-err>${id === 0 ? escapeXml(report.problem ?? "") : ""}</system-err>`,
    "  </testsuite>",
  ].join("\n");
}

function runProperties({ run, contract, tool, target }: Report): Record<string, string> {
  return {
    target: target.baseUrl,
    contract: `${contract.title} ${contract.version}`,
    "contract.sha256": contract.sha256,
    "run.id": run.id,
    "run.seed": String(run.seed),
    "run.budget": run.budget,
    "run.requests": String(run.requests),
    tool: `${tool.name} ${tool.version}`,
  };
}

function properties(values: Readonly<Record<string, string>>): string {
  const rows = Object.entries(values).map(([name, value]) => `      <property ${attributeList({ name, value })}/>`);
  return rows.length === 0 ? "    <properties/>" : `    <properties>\n${rows.join("\n")}\n    </properties>`;
}

function casesOf(report: Report, area: Area): Case[] {
  return area.requirements.flatMap((requirement) => {
    const checks = requirement.checks.map((check) => checkCase(report, requirement, check));
    const told = requirement.checks.some((check) => check.verdict === requirement.verdict);
    return told ? checks : [...checks, requirementCase(report, requirement)];
  });
}

function checkCase(report: Report, requirement: ReportRequirement, check: ReportCheck): Case {
  const reason = check.reason ?? requirement.reason ?? "";
  return {
    classname: requirement.id,
    name: check.name,
    milliseconds: check.durationMs,
    outcome: outcomeOf(report, requirement, check.verdict, reason, check.failure),
  };
}

function requirementCase(report: Report, requirement: ReportRequirement): Case {
  return {
    classname: requirement.id,
    name: requirement.statement,
    milliseconds: 0,
    outcome: outcomeOf(report, requirement, requirement.verdict, requirement.reason ?? "", null),
  };
}

function outcomeOf(
  report: Report,
  requirement: ReportRequirement,
  verdict: ReportRequirement["verdict"],
  reason: string,
  failure: ReportFailure | null,
): Outcome {
  const { level } = requirement;
  if (requirement.unobservable) return skipped("unobservable", `not observable from outside: ${reason}`);
  if (requirement.unchecked) return skipped("unchecked", `not checked yet: ${reason}`);
  if (requirement.notApplicable) return skipped("not-applicable", `does not apply: ${reason}`);
  if (verdict === "pass") return PASSED;
  if (verdict === "skip") return skipped("skip", reason);
  if (verdict === "inconclusive") {
    const message = `inconclusive: ${reason}`;
    return level === "MUST"
      ? { kind: "error", type: "inconclusive", message, text: message }
      : skipped("inconclusive", message);
  }
  const message = failure?.message ?? reason;
  const text = failure === null ? message : evidence(requirement, failure);
  if (requirement.known) return skipped("known-failure", `known failure: ${message}`, text);
  if (level === "SHOULD" && report.run.strict !== true) return skipped("SHOULD", `SHOULD not met: ${message}`, text);
  return { kind: "failure", type: level, message, text };
}

function skipped(type: string, message: string, text = message): Outcome {
  return { kind: "skipped", type, message, text };
}

function verdictCase(report: Report): Case {
  const base = { classname: "run", name: "verdict", milliseconds: report.run.durationMs };
  const text = [report.headline, ...(report.problem === null ? [] : [report.problem])].join("\n");
  const message = report.headline;
  if (report.exitCode === 0) return { ...base, outcome: PASSED };
  const kind = report.exitCode === 1 ? "failure" : "error";
  return { ...base, outcome: { kind, type: report.verdict, message, text } };
}

function testcase({ classname, name, milliseconds, outcome }: Case): string {
  const attributes = attributeList({ classname, name: name || "check", time: seconds(milliseconds) });
  if (outcome.kind === "passed") return `    <testcase ${attributes}/>`;
  const about = attributeList({ type: outcome.type, message: outcome.message });
  return `    <testcase ${attributes}>\n      <${outcome.kind} ${about}>${escapeXml(outcome.text)}</${outcome.kind}>\n    </testcase>`;
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
  return [
    `> ${request.method} ${request.url}`,
    ...(request.body === null ? [] : [`> ${cut(request.body, BODY_EXCERPT)}`]),
    response === null ? `< no response: ${error ?? "unknown"}` : `< ${response.status}`,
    ...(response?.body == null ? [] : [`< ${cut(response.body, BODY_EXCERPT)}`]),
  ];
}

function attributeList(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeXmlAttribute(cut(oneLine(value), BODY_EXCERPT))}"`)
    .join(" ");
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** The schema wants no fraction and no zone; the time is UTC. */
function timestamp(iso: string): string {
  const time = new Date(iso);
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString().slice(0, 19);
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname || "localhost" : "localhost";
}
