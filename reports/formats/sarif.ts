import { jsonText } from "../../spec/escape.ts";
import { oneLine, visible } from "../../spec/format-text.ts";
import type { Report, ReportRequirement } from "../../spec/report.ts";
import { gateLine } from "../gate.ts";
import { type Finding, findings } from "../select.ts";

/** The file that a finding is shown at: SARIF viewers need one, and an API has no source lines. */
const ARTIFACT = "report.json";

/** `report.sarif`: the findings in the Static Analysis Results Interchange Format 2.1.0, each requirement a rule. */
export function sarif(report: Report): string {
  const all = findings(report);
  const rules = [...new Map(all.map(({ requirement }) => [requirement.id, requirement])).values()];
  const run = {
    tool: { driver: { name: report.tool.name, version: report.tool.version, rules: rules.map(rule) } },
    invocations: [{ executionSuccessful: report.verdict !== "unusable", exitCode: report.exitCode }],
    properties: { headline: oneLine(report.headline), verdict: report.verdict, gate: oneLine(gateLine(report.gate)) },
    results: all.map((finding) => result(report, finding)),
  };
  return jsonText({ version: "2.1.0", runs: [run] });
}

function rule({ id, level, statement, clause }: ReportRequirement) {
  return {
    id: visible(id),
    shortDescription: { text: visible(statement) },
    fullDescription: { text: visible(`${statement} (${clause})`) },
    defaultConfiguration: { level: level === "MUST" ? "error" : "warning" },
    properties: { tags: [level] },
  };
}

function result(report: Report, { requirement, failure, operations }: Finding) {
  const gates = requirement.level === "MUST" || report.run.strict === true;
  const lines = [
    failure.message,
    `Expected: ${failure.expected}`,
    `Actual: ${failure.actual}`,
    `Repeat: ${failure.replay}`,
  ];
  const suppressions = requirement.known
    ? { suppressions: [{ kind: "external", justification: "known failure" }] }
    : {};
  return {
    ruleId: visible(requirement.id),
    level: gates ? "error" : "warning",
    message: { text: lines.map(visible).join("\n") },
    partialFingerprints: { "cause/v1": visible(failure.cause) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: ARTIFACT }, region: { startLine: 1 } },
        logicalLocations: operations.map((operation) => ({ name: visible(operation), kind: "member" })),
      },
    ],
    ...suppressions,
  };
}
