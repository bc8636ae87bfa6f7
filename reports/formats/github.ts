import { escapeCommandData, escapeCommandProperty } from "../../spec/escape.ts";
import { oneLine, truncated } from "../../spec/format-text.ts";
import type { Report, ReportKnownFailure } from "../../spec/report.ts";
import { gateLine } from "../gate.ts";
import { type Finding, findings } from "../select.ts";

/** GitHub shows ten annotations of a kind for each step; verdict and gate take one of them. */
const MAX_ANNOTATIONS = 9;
const TEXT_EXCERPT = 2000;

/** Workflow commands that annotate a GitHub Actions run: verdict and gate first, then each finding and stale known failure. */
export function github(report: Report): string {
  const kind = report.gate.result === "passed" ? "notice" : "error";
  const title = `${report.contract.title}: ${report.verdict}, gate ${report.gate.result}`;
  const lines = [
    command(kind, title, `${oneLine(report.headline)}\n${oneLine(gateLine(report.gate))}`),
    ...findings(report).map((finding) => annotation(report, finding)),
    ...(report.knownFailures ?? []).filter((entry) => entry.state !== "failing").map(staleEntry),
  ];
  return `${limited(lines).join("\n")}\n`;
}

function command(kind: "error" | "warning" | "notice", title: string, message: string): string {
  return `::${kind} title=${escapeCommandProperty(truncated(title, 200))}::${escapeCommandData(truncated(message, TEXT_EXCERPT))}`;
}

function annotation(report: Report, { requirement, failure }: Finding): string {
  const gates = !requirement.known && (requirement.level === "MUST" || report.run.strict === true);
  const known = requirement.known ? " (known failure)" : "";
  const message = [
    oneLine(failure.message),
    `expected: ${oneLine(failure.expected)}`,
    `actual: ${oneLine(failure.actual)}`,
    `clause: ${oneLine(requirement.clause)}`,
    `repeat: ${oneLine(failure.replay)}`,
  ].join("\n");
  return command(gates ? "error" : "warning", `${requirement.level} ${requirement.id}${known}`, message);
}

function staleEntry(entry: ReportKnownFailure): string {
  const kind = entry.state === "untried" ? "warning" : "error";
  return command(
    kind,
    `Known failure ${entry.state}: ${entry.requirement}`,
    `${entry.owner}: ${oneLine(entry.reason)}`,
  );
}

/** Returns the lines of each kind up to the number that GitHub shows, with a notice of how many were left out. */
function limited(lines: readonly string[]): string[] {
  const seen = new Map<string, number>();
  const shown = lines.filter((line) => {
    const kind = line.split(" ", 1)[0] ?? "";
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return count <= MAX_ANNOTATIONS;
  });
  const left = lines.length - shown.length;
  return left > 0 ? [...shown, command("notice", "More findings", `${left} more are in report.html`)] : shown;
}
