import { escapeMarkdown, markdownCode } from "../../spec/escape.ts";
import { type Block, type Inline, scorePage, scoreSummary } from "./page.ts";
import type { ScoreResult } from "./result.ts";

/** `mutation-score.md`. */
export const scoreMarkdown = (results: readonly ScoreResult[]): string => `${markdownOf(scorePage(results))}\n`;

/** Returns the figures for the README. */
export const summaryMarkdown = (results: readonly ScoreResult[]): string => markdownOf(scoreSummary(results));

const markdownOf = (blocks: readonly Block[]): string => blocks.map(blockOf).join("\n\n");

function blockOf(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${escapeMarkdown(block.text)}`;
    case "text":
      return block.text.map(inlineOf).join("");
    case "table":
      return tableOf(
        block.headings,
        block.rows.map((row) => row.map(inlineOf)),
      );
  }
}

const inlineOf = (inline: Inline): string => (typeof inline === "string" ? inline : markdownCode(inline.code));

/** Returns a table whose columns are aligned in the source. */
function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(3, heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill = " ") =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  const rule = headings.map(() => "");
  return [line(headings), line(rule, "-"), ...rows.map((row) => line(row))].join("\n");
}
