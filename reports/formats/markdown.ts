import { counted, duration, size, thousands } from "../../spec/format-text.ts";
import type { InteractionShare, Report, ReportCounts } from "../../spec/report.ts";
import {
  inlineCode as code,
  markdownDetails as details,
  findingMarkdown,
  inlineText as text,
} from "../finding-markdown.ts";
import { gateLine } from "../gate.ts";
import { notCounted, notCountedLine, totalLine } from "../not-counted.ts";
import { notCovered } from "../not-covered.ts";
import { type Finding, findings, findingsTitle, type Gap, gapSize, gaps, gapText, retriedOf } from "../select.ts";

const MARK = { conformant: "✅", nonconformant: "❌", incomplete: "⚠️", unusable: "⛔" } as const;
const GATE_MARK = { passed: "✅", failed: "❌", incomplete: "⚠️", unusable: "⛔" } as const;

/** Findings shown in full: the first number with which the page fits into a step summary, which may hold 1 MiB. */
const MAX_FINDINGS = [30, 10, 3, 0];
const MAX_BYTES = 1_000_000;
const MAX_GAPS = 30;
const MAX_KNOWN = 100;
const IDS_PER_GAP = 6;

/** `summary.md`: the run for a step summary or a pull request comment (GitHub flavoured Markdown). */
export function markdown(report: Report): string {
  let text = "";
  for (const limit of MAX_FINDINGS) {
    text = page(report, limit);
    if (Buffer.byteLength(text) <= MAX_BYTES) break;
  }
  return text;
}

function page(report: Report, limit: number): string {
  const blocks = [
    `## ${MARK[report.verdict]} ${text(report.headline)}`,
    `**${GATE_MARK[report.gate.result]} ${text(gateLine(report.gate))}** (exit status ${report.gate.exitCode})`,
    report.problem === null ? "" : `> ${text(report.problem)}`,
    facts(report),
    countsTable(report),
    ...findingBlocks(findings(report), limit),
    knownTable(report),
    gapTable(gaps(report)),
    notCountedTable(report),
    interactionTable(report),
    observationTable(report),
    footer(report),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function facts(report: Report): string {
  const { target, contract, run } = report;
  const leftOut = run.leftOut ? `; ${counted(run.leftOut, "further check")} not run at this budget` : "";
  const retried = retriedOf(report).length;
  const again = retried > 0 ? `; ${counted(retried, "requirement")} repeated alone at the end` : "";
  return `${code(target.baseUrl)} against ${text(contract.title)} ${text(contract.version)}; ${run.budget}, seed ${run.seed}: ${counted(run.requests, "request")} in ${duration(run.durationMs)}${leftOut}${again}.`;
}

function countsTable(report: Report): string {
  const { summary } = report;
  const total = totalLine(report);
  const row = (level: string, counts: ReportCounts) =>
    `| ${level} | ${[counts.pass, counts.fail, counts.known, counts.skip, counts.inconclusive].map(thousands).join(" | ")} |`;
  return [
    "| | proven | failed | known failures | skipped | inconclusive |",
    "|:--|--:|--:|--:|--:|--:|",
    row("MUST", summary.MUST),
    row("SHOULD", summary.SHOULD),
    ...(total === "" ? [] : ["", `${total}: the reasons are listed below.`]),
  ].join("\n");
}

function findingBlocks(all: readonly Finding[], limit: number): string[] {
  if (all.length === 0) return [];
  const rest = all.length - limit;
  const more = rest > 0 ? [`${counted(rest, "further finding")} in report.html.`] : [];
  return [`### ${findingsTitle(all)}`, ...all.slice(0, limit).map(findingMarkdown), ...more];
}

function knownTable({ knownFailures = [] }: Report): string {
  if (knownFailures.length === 0) return "";
  const rows = knownFailures
    .slice(0, MAX_KNOWN)
    .map(
      (entry) =>
        `| ${entry.state} | ${code(entry.requirement)} | ${text(entry.operation ?? "")} | ${text(entry.owner)} | ${text(entry.expires)} | ${text(entry.reason)} |`,
    );
  return ["### Known failures", table("state | requirement | operation | owner | until | reason", rows)].join("\n\n");
}

function gapTable(all: readonly Gap[]): string {
  if (all.length === 0) return "";
  const rows = all.slice(0, MAX_GAPS).map((gap) => `| ${gapSize(gap)} | ${text(gapText(gap))} | ${ids(gap)} |`);
  const left = all.length - MAX_GAPS;
  const others = left > 0 ? [`${counted(left, "further reason")} in report.html.`] : [];
  return ["### Not proven", table("how many | why | requirements", rows), ...others].join("\n\n");
}

/** Returns a table of the requirements that the total of the headline leaves out, which differ by target. */
function notCountedTable(report: Report): string {
  const all = notCounted(report);
  if (all.length === 0) return "";
  const rows = all.slice(0, MAX_GAPS).map((each) => `| ${each.kind} | ${text(each.reason)} | ${ids(each)} |`);
  return details(`Not counted: ${notCountedLine(all)}`, table("kind | why | requirements", rows));
}

/** Returns a table of how many combinations of factor levels the requests covered. */
function interactionTable({ coverage: { interactions = [] } }: Report): string {
  if (interactions.length === 0) return "";
  const share = ({ covered, possible }: InteractionShare) => `${thousands(covered)} of ${thousands(possible)}`;
  const rows = interactions.map(
    (each) =>
      `| ${code(each.operation)} | ${thousands(each.rows)} | ${share(each.pairs)} | ${share(each.triples)} | ${text(notCovered(each))} |`,
  );
  const columns = "operation | combinations sent | pairs covered | triples covered | pairs not covered";
  return details("Combinations of what requests differ in", table(columns, rows));
}

function ids({ requirements }: Pick<Gap, "requirements">): string {
  const rest = requirements.length - IDS_PER_GAP;
  const shown = requirements.slice(0, IDS_PER_GAP).map((each) => code(each.id));
  return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function observationTable({ observations }: Report): string {
  const answered = observations.filter((each) => each.answer !== null);
  if (answered.length === 0) return "";
  const rows = answered.map((each) => `| ${text(each.question)} | ${text(each.answer ?? "")} |`);
  return details(
    `${counted(answered.length, "observation")} at points that the contract leaves open`,
    table("question | what the target did", rows),
  );
}

function table(header: string, rows: readonly string[]): string {
  const columns = header.split("|").length;
  return [`| ${header} |`, `|${":--|".repeat(columns)}`, ...rows].join("\n");
}

function footer({ run, tool }: Report): string {
  const { tasks, messages, memories, uploads, bytes } = run.created;
  return `Left on the target: ${counted(tasks, "task")}, ${counted(messages, "message")}, ${counted(memories, "memory", "memories")}, ${counted(uploads, "upload")}; data sent: ${size(bytes)}. Generated by ${text(tool.name)} ${text(tool.version)}.`;
}
