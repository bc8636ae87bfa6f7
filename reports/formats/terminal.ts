import { counted, duration, oneLine, size, thousands, truncated } from "../../spec/format-text.ts";
import type { Report, ReportCounts, ReportExchange, ReportKnownFailure } from "../../spec/report.ts";
import type { Level } from "../../spec/requirement.ts";
import { gateLine } from "../gate.ts";
import { dependsOnTarget, type NotCounted, notCounted, notCountedLine, totalLine } from "../not-counted.ts";
import { pointedItem } from "../pointed-item.ts";
import { type Finding, findings, findingsTitle, type Gap, gapSize, gaps, gapText, retriedOf } from "../select.ts";

/** Options of the text for a terminal. */
export interface TerminalOptions {
  /** Colour by ANSI sequences; the caller decides (a terminal, no `NO_COLOR`). */
  readonly colour?: boolean;
  /** The number of findings shown in full; all by default. */
  readonly findings?: number;
}

type Paint = (style: keyof typeof STYLES, text: string) => string;

const STYLES = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33", cyan: "36" } as const;
const VERDICT_STYLE = { conformant: "green", nonconformant: "red", incomplete: "yellow", unusable: "red" } as const;

const GATE_STYLE = { passed: "green", failed: "red", incomplete: "yellow", unusable: "red" } as const;

/** Requirement ids listed under one reason; the rest is counted. */
const IDS_PER_GAP = 4;
/** Reasons listed; the rest is counted. */
const MAX_GAPS = 12;
/** Code points of a body that fit a summary; the whole is in report.json and report.html. */
const BODY_EXCERPT = 300;
const TEXT_EXCERPT = 600;

/**
 * Returns the run as text for people: verdict and gate, findings, why requirements are not proven, and what the run
 * created.
 */
export function terminal(report: Report, { colour = false, findings: limit }: TerminalOptions = {}): string {
  const paint: Paint = (style, text) => (colour ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text);
  const blocks = [
    [
      paint("bold", paint(VERDICT_STYLE[report.verdict], oneLine(report.headline))),
      paint("bold", paint(GATE_STYLE[report.gate.result], oneLine(gateLine(report.gate)))),
    ].join("\n"),
    overview(report, paint),
    ...failureBlocks(report, paint, limit ?? Number.POSITIVE_INFINITY),
    knownBlock(report.knownFailures ?? [], paint),
    gapBlock(gaps(report), paint),
    notCountedBlock(report, paint),
    closing(report, paint),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function overview(report: Report, paint: Paint): string {
  const { run, contract, summary, problem, headline } = report;
  const overlay = contract.overlay === null ? "" : ` with ${oneLine(contract.overlay)}`;
  const lines = [
    `  target    ${oneLine(report.target.baseUrl)}`,
    `  contract  ${oneLine(contract.title)} ${oneLine(contract.version)}${overlay}`,
    `  run       ${run.budget}, seed ${run.seed}: ${counted(run.requests, "request")}, ${counted(run.cases, "assertion")} in ${duration(run.durationMs)}`,
    countsLine("MUST", summary.MUST, paint),
    countsLine("SHOULD", summary.SHOULD, paint),
    ...totalLines(report, paint),
  ];
  if (problem !== null && !headline.includes(problem)) lines.unshift(`  ${paint("yellow", oneLine(problem))}`, "");
  return lines.join("\n");
}

function countsLine(level: Level, counts: ReportCounts, paint: Paint): string {
  const parts = [
    paint(counts.pass > 0 ? "green" : "dim", `${thousands(counts.pass)} proven`),
    paint(counts.fail > 0 ? "red" : "dim", `${thousands(counts.fail)} failed`),
    ...(counts.known > 0 ? [paint("yellow", `${thousands(counts.known)} known`)] : []),
    paint(counts.skip > 0 ? "yellow" : "dim", `${thousands(counts.skip)} skipped`),
    paint(counts.inconclusive > 0 ? "yellow" : "dim", `${thousands(counts.inconclusive)} inconclusive`),
  ];
  return `  ${level.padEnd(8)}  ${parts.join(paint("dim", " · "))}`;
}

function failureBlocks(report: Report, paint: Paint, limit: number): string[] {
  const all = findings(report);
  if (all.length === 0) return [];
  const shown = all.slice(0, limit).map((finding) => findingBlock(finding, paint));
  const rest = all.length - shown.length;
  const more = rest > 0 ? [paint("dim", `  and ${counted(rest, "further finding")} in the report files`)] : [];
  return [paint("bold", findingsTitle(all)), ...shown, ...more];
}

function findingBlock(finding: Finding, paint: Paint): string {
  const { requirement, check, failure, alsoFoundBy, operations } = finding;
  const judged = failure.exchanges.at(-1);
  const mark = requirement.known ? paint("yellow", "! known") : paint("red", "✗");
  const rows: [string, string][] = [
    ["requires", excerpt(requirement.statement)],
    ["expected", excerpt(failure.expected)],
    ["actual", excerpt(failure.actual)],
    ["at", oneLine(failure.pointer)],
    ["sent", judged === undefined ? "" : sent(judged)],
    ["received", judged === undefined ? "" : received(judged, failure.pointer)],
    ["check", oneLine(check.name)],
    ["also failed", excerpt(alsoFoundBy.join("; "))],
    ["clause", oneLine(requirement.clause)],
    ["more", failure.echoes === 0 ? "" : `${counted(failure.echoes, "more failure")} with the same cause`],
    ["repeat", oneLine(failure.replay)],
  ];
  const shown = rows.filter(([, value]) => value !== "");
  return [
    `${mark} ${paint("bold", `${requirement.level} ${oneLine(requirement.id)}`)}  ${paint("dim", oneLine(operations.join(", ")))}`,
    `  ${excerpt(failure.message)}`,
    ...shown.map(([name, value]) => `  ${paint("dim", name.padEnd(9))} ${value}`),
  ].join("\n");
}

function sent({ request }: ReportExchange): string {
  const body = request.body === null ? "" : ` ${truncated(oneLine(request.body), BODY_EXCERPT)}`;
  return `${oneLine(request.method)} ${truncated(oneLine(request.url), BODY_EXCERPT)}${body}`;
}

/** Returns the body; of a long one, the list item that the finding is about. */
function received({ response, error }: ReportExchange, pointer: string): string {
  if (response === null) return `no response: ${excerpt(error ?? "unknown")}`;
  const body = response.body ?? "";
  const item = body.length > BODY_EXCERPT ? pointedItem(body, pointer) : null;
  if (item !== null)
    return `${response.status}, with ${truncated(oneLine(`${item.pointer}: ${item.text}`), BODY_EXCERPT)}`;
  return `${response.status} ${truncated(oneLine(body), BODY_EXCERPT)}`.trimEnd();
}

function excerpt(text: string): string {
  return truncated(oneLine(text), TEXT_EXCERPT);
}

function knownBlock(entries: readonly ReportKnownFailure[], paint: Paint): string {
  if (entries.length === 0) return "";
  const lines = entries.map((entry) => {
    const state = paint(entry.state === "failing" ? "dim" : "red", entry.state.padEnd(8));
    const operation = entry.operation === null ? "" : ` (${oneLine(entry.operation)})`;
    return `  ${state} ${oneLine(entry.requirement)}${operation}, ${oneLine(entry.owner)}, until ${oneLine(entry.expires)}: ${oneLine(entry.reason)}`;
  });
  return [paint("bold", "Known failures"), ...lines].join("\n");
}

function gapBlock(all: readonly Gap[], paint: Paint): string {
  if (all.length === 0) return "";
  const lines = all.slice(0, MAX_GAPS).flatMap((gap) => {
    return [`  ${paint("yellow", gapSize(gap))}  ${excerpt(gapText(gap))}`, paint("dim", `    ${idsOf(gap)}`)];
  });
  const left = all.length - MAX_GAPS;
  const others = left > 0 ? [paint("dim", `  and ${counted(left, "further reason")} in the report files`)] : [];
  return [paint("bold", "Not proven"), ...lines, ...others].join("\n");
}

/** Returns a line on the requirements that the total of the headline leaves out, which differ by target. */
function totalLines(report: Report, paint: Paint): string[] {
  const line = totalLine(report);
  return line === "" ? [] : [paint("dim", `            ${line}, see below`)];
}

function notCountedBlock(report: Report, paint: Paint): string {
  const all = notCounted(report);
  if (all.length === 0) return "";
  const ofTarget = all.filter(dependsOnTarget).slice(0, MAX_GAPS);
  const others = all.filter((each) => !dependsOnTarget(each)).flatMap(({ requirements }) => requirements);
  const lines = [
    `  ${notCountedLine(all)}`,
    ...ofTarget.map((each) => `    ${each.kind}: ${excerpt(each.reason)} (${idsOf(each)})`),
    ...(others.length > 0 ? [`    not observable: ${idsOf({ requirements: others })}; wac explain ID says why`] : []),
  ];
  return [paint("bold", "Not counted"), ...lines.map((line) => paint("dim", line))].join("\n");
}

function idsOf({ requirements }: Pick<NotCounted, "requirements">): string {
  const ids = requirements.slice(0, IDS_PER_GAP).map(({ id }) => oneLine(id));
  const rest = requirements.length - ids.length;
  return `${ids.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Checks that were repeated at the end, with no other request in flight. */
function retriedLine(report: Report): string[] {
  const count = retriedOf(report).length;
  return count > 0 ? [`  repeated alone at the end: ${counted(count, "requirement")}`] : [];
}

/**
 * Returns a line on the checks for which this budget had no requests, although the verdict is complete without them.
 */
function leftOutLine({ run }: Report): string[] {
  const { leftOut = 0 } = run;
  return leftOut > 0 ? [`  not run at this budget: ${counted(leftOut, "further check")}`] : [];
}

function closing(report: Report, paint: Paint): string {
  const { created } = report.run;
  const { observations } = report.summary;
  const left = [
    counted(created.tasks, "task"),
    counted(created.messages, "message"),
    counted(created.memories, "memory", "memories"),
    `${counted(created.uploads, "upload")}; data sent: ${size(created.bytes)}`,
  ];
  const lines = [
    `  left on the target: ${left.join(", ")}`,
    ...leftOutLine(report),
    ...retriedLine(report),
    ...(observations > 0 ? [`  observed: ${counted(observations, "open point")}`] : []),
  ];
  return paint("dim", lines.join("\n"));
}
