import { escapeMarkdown, markdownCode } from "../escape.ts";
import { measuredColumns, type Table } from "./columns.ts";
import { byArea, isCaught, type KillMatrix, type MatrixRow, totalsOf } from "./matrix.ts";
import { introduction, isFigure, killsInWords, NOT_LOOKED_FOR, numberInWords, totalsTable } from "./words.ts";

/** `kill-matrix.md`: totals by area, what was missed, then a line for each fault. */
export function matrixMarkdown(matrix: KillMatrix): string {
  const areas = byArea(matrix.rows);
  const blocks = [
    "# Kill matrix",
    introduction(matrix),
    totals(matrix),
    missed(matrix.rows),
    ...areas.map(([area, rows]) => `## ${escapeMarkdown(area)}\n\n${faultTable(rows)}`),
    builds(matrix),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** The few figures for the README. */
export function matrixSummary(matrix: KillMatrix): string {
  return table(totalsTable("faults of", [["the fake", totalsOf(matrix.rows)]]));
}

function totals({ rows }: KillMatrix): string {
  const areas = byArea(rows).map(([area, own]) => [area, totalsOf(own)] as const);
  return table(totalsTable("area", [...areas, ["all", totalsOf(rows)]]));
}

function missed(rows: readonly MatrixRow[]): string {
  const open = rows.filter(({ smoke, standard }) => [smoke, standard].some((one) => one.tried > 0 && !isCaught(one)));
  if (open.length === 0) return "Every fault was caught in every run.";
  return `## Not always caught (${open.length})\n\n${faultTable(open)}`;
}

function faultTable(rows: readonly MatrixRow[]): string {
  const headings = ["fault", "what is wrong", "breaks", "smoke", "standard", "after", "echoes"];
  return table(measuredColumns({ headings, rows: rows.map(faultCells) }, isFigure));
}

function faultCells(row: MatrixRow): readonly string[] {
  return [
    markdownCode(row.fault),
    escapeMarkdown(row.title),
    markdownCode(row.breaks),
    killsInWords(row.smoke),
    killsInWords(row.standard),
    numberInWords(row.standard.after),
    row.whole === 0 ? NOT_LOOKED_FOR : row.echoes.map(markdownCode).join(" "),
  ];
}

function builds({ builds }: KillMatrix): string {
  const told = builds.map(({ build, trials }) => `${markdownCode(build)} (${trials} runs)`);
  return `Measured with the builds ${told.join(", ")}; \`after\`: requests until the failure first showed, at standard.`;
}

/** A table with its cells as they are (they are Markdown already), in columns that are as wide in the source as shown. */
function table({ headings, rows }: Table<string>): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill = " ") =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  const rule = line(
    headings.map(() => ""),
    "-",
  );
  return [line(headings), rule, ...rows.map((row) => line(row))].join("\n");
}
