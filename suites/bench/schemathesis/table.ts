import type { ToolFigures } from "./comparison.ts";

/** Returns the figures of all tools as a Markdown table, a column for each tool. */
export function figuresTable(figures: readonly ToolFigures[], mutants: number, operations: number): string {
  const rows: readonly (readonly [string, (one: ToolFigures) => string])[] = [
    ["requests per second", (one) => one.requestsPerSecond.toFixed(0)],
    ["requests of a run", (one) => one.requests.toFixed(0)],
    ["of these accepted (2xx)", (one) => `${(one.successShare * 100).toFixed(0)} %`],
    ["operations with an accepted request", (one) => `${one.operationsReached} of ${operations}`],
    ["mutants found", (one) => `${one.found} of ${mutants}`],
    ["median time to the first true finding", ({ medianSeconds: s }) => (s === null ? "none" : `${s.toFixed(1)} s`)],
    ["false alarms, correct fake", (one) => String(one.falseAlarms.length)],
    ["false alarms, independent server", (one) => String(one.falseAlarmsIndependent.length)],
  ];
  return markdownTable(
    ["", ...figures.map(({ tool }) => tool)],
    rows.map(([title, cell]) => [title, ...figures.map(cell)]),
  );
}

/** Returns a Markdown table with aligned columns. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)]
    .map((one) => `${one}\n`)
    .join("");
}
