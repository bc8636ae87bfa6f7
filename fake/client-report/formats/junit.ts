import { escapeXml, escapeXmlAttribute } from "../../../spec/escape.ts";
import { truncated } from "../../../spec/format-text.ts";
import { findingsFrom } from "../findings.ts";
import type { ClientFinding, ClientReport, RuleSummary } from "../report.ts";
import type { Severity } from "../rule.ts";
import { lineOf } from "./exchange-line.ts";

const LONGEST_ATTRIBUTE = 1000;

/**
 * Returns JUnit XML: a case for each rule, named by its id. It is a failure if there are findings of severity `gate`
 * or worse, and skipped if there are only lesser ones, or if the client was never in the situation of the rule.
 */
export function junit(report: ClientReport, gate: Severity): string {
  const cases = report.rules.map((rule) => ({ rule, outcome: outcomeOf(report, rule, gate) }));
  const count = (kind: string) => cases.filter(({ outcome }) => outcome?.kind === kind).length;
  const name = "client";
  const attributes = attributeList({
    name,
    tests: String(cases.length),
    failures: String(count("failure")),
    errors: "0",
    skipped: String(count("skipped")),
    time: "0",
    timestamp: report.createdAt.slice(0, 19),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    `  <testsuite ${attributes}>`,
    ...cases.map(({ rule, outcome }) => caseOf(rule, outcome)),
    `    <system-out>${escapeXml(report.headline)}</system-out>`,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

/** Why a case is not green. */
interface Outcome {
  readonly kind: "failure" | "skipped";
  readonly message: string;
  readonly text: string;
}

function outcomeOf({ findings }: ClientReport, rule: RuleSummary, gate: Severity): Outcome | null {
  const own = findings.filter((finding) => finding.rule === rule.id);
  const [first] = own;
  if (first !== undefined) {
    const kind = findingsFrom(own, gate).length > 0 ? "failure" : "skipped";
    return { kind, message: first.message, text: own.map(textOf).join("\n\n") };
  }
  if (rule.judged > 0) return null;
  return { kind: "skipped", message: "not exercised: the client never came into this situation", text: "" };
}

function textOf({ severity, message, occurrences, clause, remedy, exchanges }: ClientFinding): string {
  return [
    `${severity}: ${message}${occurrences === 1 ? "" : ` (and ${occurrences - 1} more times)`}`,
    ...(clause === null ? [] : [`Contract, ${clause.section}: "${clause.text}"`]),
    `Remedy: ${remedy}`,
    ...exchanges.map(lineOf),
  ].join("\n");
}

function caseOf({ id }: RuleSummary, outcome: Outcome | null): string {
  const attributes = attributeList({ classname: "client", name: id, time: "0" });
  if (outcome === null) return `    <testcase ${attributes}/>`;
  const { kind, message, text } = outcome;
  const about = attributeList({ ...(kind === "failure" ? { type: id } : {}), message });
  const inner = text === "" ? `      <${kind} ${about}/>` : `      <${kind} ${about}>${escapeXml(text)}</${kind}>`;
  return [`    <testcase ${attributes}>`, inner, "    </testcase>"].join("\n");
}

function attributeList(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeXmlAttribute(truncated(value, LONGEST_ATTRIBUTE))}"`)
    .join(" ");
}
