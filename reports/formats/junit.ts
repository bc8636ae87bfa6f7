import { escapeXml, escapeXmlAttribute, escapeXmlComment } from "../../spec/escape.ts";
import { oneLine, truncated } from "../../spec/format-text.ts";
import type { Report } from "../../spec/report.ts";
import { type Case, caseOf, gateCase, type Outcome } from "../cases.ts";
import { gateLine } from "../gate.ts";
import { areas } from "../select.ts";

const ATTRIBUTE_EXCERPT = 4000;

/**
 * Returns `junit.xml`, valid against the Ant (Windy Road) schema and that of the Jenkins xUnit plugin: a suite for the
 * run itself, then one for each area, with a case for each requirement, named by its id.
 *
 * It is red exactly when the exit status is not 0. A MUST that failed is a `failure`; an inconclusive one is an
 * `error`, since it was not decided. Results that do not fail the gate are `skipped` with a message: skips, known
 * failures, a SHOULD that failed (without `--strict`) or was inconclusive.
 */
export function junit(report: Report): string {
  const suites = [
    suite(report, 0, "run", [gateCase(report)]),
    ...areas(report.requirements).map(({ name, requirements }, index) =>
      suite(
        report,
        index + 1,
        name,
        requirements.map((requirement) => caseOf(report, requirement)),
      ),
    ),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!-- ${escapeXmlComment(report.headline)} -->`,
    `<!-- ${escapeXmlComment(gateLine(report.gate))} -->`,
    "<testsuites>",
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}

function suite(report: Report, id: number, name: string, cases: readonly Case[]): string {
  const isRun = id === 0;
  return [
    `  <testsuite ${suiteAttributes(report, id, name, cases)}>`,
    properties(isRun ? runProperties(report) : {}),
    ...cases.map(testcase),
    `    <system-out>${isRun ? escapeXml(`${report.headline}\n${gateLine(report.gate)}`) : ""}</system-out>`,
    `    <system-err>${isRun ? escapeXml(report.problem ?? "") : ""}</system-err>`,
    "  </testsuite>",
  ].join("\n");
}

function suiteAttributes(report: Report, id: number, name: string, cases: readonly Case[]): string {
  const number = (kind: Outcome["kind"]) => String(cases.filter((each) => each.outcome.kind === kind).length);
  return attributeList({
    id: String(id),
    package: "conformance",
    name: name || "other",
    timestamp: timestamp(report.run.startedAt),
    hostname: hostOf(report.target.baseUrl),
    tests: String(cases.length),
    failures: number("failure"),
    errors: number("error"),
    skipped: number("skipped"),
    time: seconds(cases.reduce((sum, each) => sum + each.milliseconds, 0)),
  });
}

function runProperties({ verdict, gate, run, contract, tool, target }: Report): Record<string, string> {
  return {
    verdict,
    gate: gate.result,
    "gate.reasons": gate.reasons.join(", "),
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

function testcase({ classname, name, milliseconds, outcome }: Case): string {
  const attributes = attributeList({ classname, name: name || "requirement", time: seconds(milliseconds) });
  if (outcome.kind === "passed") return `    <testcase ${attributes}/>`;
  const { kind, text, ...about } = outcome;
  return [
    `    <testcase ${attributes}>`,
    `      <${kind} ${attributeList(about)}>${escapeXml(text)}</${kind}>`,
    "    </testcase>",
  ].join("\n");
}

function attributeList(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeXmlAttribute(truncated(oneLine(value), ATTRIBUTE_EXCERPT))}"`)
    .join(" ");
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Returns a UTC time without fraction and zone, as the schema requires. */
function timestamp(iso: string): string {
  const time = new Date(iso);
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString().slice(0, 19);
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname || "localhost" : "localhost";
}
