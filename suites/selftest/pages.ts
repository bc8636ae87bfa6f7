import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { matrixMarkdown, matrixSummary } from "../../reports/kill-matrix/markdown.ts";
import type { KillMatrix } from "../../reports/kill-matrix/matrix.ts";
import { matrixPage } from "../../reports/kill-matrix/page.ts";
import { OperatorError } from "../../spec/operator-error.ts";

/** Where the README holds the figures. */
export const BEGIN = "<!-- kill matrix: begin (npm run selftest -- --merge writes this) -->";
export const END = "<!-- kill matrix: end -->";

/** Writes the matrix as data, as Markdown and as a page into a folder; gives the names of the files. */
export function writePages(matrix: KillMatrix, folder: string): readonly string[] {
  const files = [
    ["kill-matrix.json", matrixData(matrix)],
    ["kill-matrix.md", matrixMarkdown(matrix)],
    ["kill-matrix.html", matrixPage(matrix)],
  ] as const;
  for (const [name, text] of files) {
    try {
      writeFileSync(join(folder, name), text);
    } catch (cause) {
      throw new OperatorError({
        code: "SELFTEST-OUT",
        message: `Cannot write "${join(folder, name)}".`,
        hint: "Give --to a folder that exists and can be written to.",
        cause,
      });
    }
  }
  return files.map(([name]) => join(folder, name));
}

/** The matrix as JSON with a line for each fault, so that two of them can be compared line by line. */
export function matrixData({ rows, ...head }: KillMatrix): string {
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`);
  const start = JSON.stringify(head, null, 2).slice(0, -2);
  return `${start},\n  "rows": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

/** The matrix in a file of {@link matrixData}. */
export function readMatrix(path: string): KillMatrix {
  return JSON.parse(readFileSync(path, "utf8")) as KillMatrix;
}

/** A text with the figures between its markers renewed; the text as it is where it has none. */
export function withSummary(text: string, matrix: KillMatrix): string {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  return after === undefined ? text : `${before}${BEGIN}\n\n${matrixSummary(matrix)}\n\n${END}${after}`;
}
