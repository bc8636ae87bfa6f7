import { escapeMarkdown, markdownBlock, markdownCode } from "../../../spec/escape.ts";
import { counted } from "../../../spec/format-text.ts";
import type { ClientFinding, ClientReport, OperationCoverage, Share } from "../report.ts";
import { lineOf } from "./exchange-line.ts";

/** Returns a client report as Markdown: the findings, then the used parts of the contract. */
export function markdown(report: ClientReport): string {
  const { headline, findings } = report;
  const parts = [
    "# Client report",
    `**${escapeMarkdown(headline)}**`,
    ...noticesOf(report),
    ...(findings.length === 0 ? [] : ["## Findings", ...findings.map(findingOf)]),
    "## Coverage of the contract",
    summaryOf(report),
    operationsOf(report),
    codesOf(report),
    rulesOf(report),
  ];
  return `${parts.join("\n\n")}\n`;
}

function noticesOf({ requests: { dropped }, ignored }: ClientReport): string[] {
  return [
    ...(dropped === 0
      ? []
      : [
          `The journal dropped ${counted(dropped, "older request")} before this report: nothing is known of these. \`wac fake --journal N\` or \`createFake({ journal: { entries: N } })\` keeps more.`,
        ]),
    ...(ignored.length === 0 ? [] : [`Left out: ${ignored.map((id) => markdownCode(id)).join(", ")}.`]),
  ];
}

function findingOf(finding: ClientFinding, index: number): string {
  const { rule, severity, title, message, clause, remedy, agent, occurrences, exchanges } = finding;
  const times = occurrences === 1 ? "" : `, ${occurrences} times`;
  const client = agent === null ? "" : `, by ${escapeMarkdown(agent.name)}`;
  return [
    `### ${index + 1}. ${escapeMarkdown(title)}`,
    `${markdownCode(rule)} (${severity}${times}${client}): ${escapeMarkdown(message)}.`,
    ...(clause === null ? [] : [`Contract, ${escapeMarkdown(clause.section)}: “${escapeMarkdown(clause.text)}”`]),
    `Remedy: ${escapeMarkdown(remedy)}`,
    markdownBlock(exchanges.map(lineOf).join("\n")),
  ].join("\n\n");
}

function summaryOf({ summary: { operations, inputs, statuses, errorCodes } }: ClientReport): string {
  const row = (name: string, { met, total }: Share) => `| ${name} | ${met} | ${total} |`;
  return [
    "| | met | of |",
    "| --- | ---: | ---: |",
    row("operations", operations),
    row("parameters and members of bodies", inputs),
    row("statuses", statuses),
    row("error codes", errorCodes),
    row("error codes handled without a finding", { met: errorCodes.handled, total: errorCodes.total }),
  ].join("\n");
}

function operationsOf({ coverage }: ClientReport): string {
  return [
    "| operation | requests | succeeded | statuses met | never sent |",
    "| --- | ---: | ---: | --- | --- |",
    ...coverage.operations.map(operationRow),
  ].join("\n");
}

function operationRow({ id, requests, succeeded, inputs, statuses }: OperationCoverage): string {
  const met = statuses.filter((each) => each.met > 0).map(({ status, met: times }) => `${status} (${times})`);
  const unsent =
    requests === 0 ? ["not used"] : inputs.filter(({ sent }) => sent === 0).map(({ name }) => markdownCode(name));
  return `| ${markdownCode(id)} | ${requests} | ${succeeded} | ${met.join(", ")} | ${unsent.join(", ")} |`;
}

function codesOf({ coverage: { errorCodes } }: ClientReport): string {
  const met = errorCodes.filter((each) => each.met > 0);
  const unmet = errorCodes.filter((each) => each.met === 0);
  const never = `Error codes never met: ${unmet.map(({ code }) => markdownCode(code)).join(", ") || "none"}.`;
  if (met.length === 0) return never;
  return [
    "| error code | met | handled |",
    "| --- | ---: | --- |",
    ...met.map(
      ({ code, met: times, handled }) => `| ${markdownCode(code)} | ${times} | ${handled ? "yes" : "see findings"} |`,
    ),
    "",
    never,
  ].join("\n");
}

function rulesOf({ rules }: ClientReport): string {
  const kept = rules.filter(({ judged, findings }) => judged > 0 && findings === 0);
  const unknown = rules.filter(({ judged, findings }) => judged === 0 && findings === 0);
  const names = (some: typeof rules) => some.map(({ id }) => markdownCode(id)).join(", ") || "none";
  return `Rules kept: ${names(kept)}.\n\nRules not exercised, of which this report says nothing: ${names(unknown)}.`;
}
