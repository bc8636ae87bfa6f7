import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scoreHtml } from "../../../reports/mutation-score/html.ts";
import { scoreMarkdown, summaryMarkdown } from "../../../reports/mutation-score/markdown.ts";
import { byBudget } from "../../../reports/mutation-score/measured.ts";
import { mutationTestingReport } from "../../../reports/mutation-score/mutation-testing.ts";
import type { ScoreResult } from "../../../reports/mutation-score/result.ts";
import { writeOutput } from "../write-output.ts";

/** Markers of the figures in the README. */
export const BEGIN = "<!-- mutation score: begin (npm run selftest -- --merge writes this) -->";
export const END = "<!-- mutation score: end -->";

/** Returns the result in a file of `--score`; null for other content. */
export function readScore(path: string): ScoreResult | null {
  try {
    const read = JSON.parse(readFileSync(path, "utf8")) as Partial<ScoreResult>;
    return ["draw", "code", "correct"].includes(read.kind ?? "") ? (read as ScoreResult) : null;
  } catch {
    // Recorded trials, and invalid JSON, are read or rejected elsewhere.
    return null;
  }
}

/** Writes the results as data, as Markdown and HTML, and for viewers of mutation testing; returns the names of the files. */
export function writeScorePages(results: readonly ScoreResult[], folder: string): readonly string[] {
  const { draws } = byBudget(results);
  const files = [
    ["mutation-score.json", scoreData(results)],
    ["mutation-score.md", scoreMarkdown(results)],
    ["mutation-score.html", scoreHtml(results)],
    ...draws.map(
      ({ budget, mutants }) =>
        [`mutation-testing-${budget}.json`, `${JSON.stringify(mutationTestingReport(mutants), null, 2)}\n`] as const,
    ),
  ] as const;
  return files.map(([name, text]) => {
    const path = join(folder, name);
    writeOutput(path, text, "to");
    return path;
  });
}

/** Returns the results as JSON with a line for each mutant, so that two of them can be compared line by line. */
export function scoreData(results: readonly ScoreResult[]): string {
  const texts = results.map((result) => {
    if (result.kind !== "draw") return JSON.stringify(result);
    const { mutants, ...head } = result;
    const rows = mutants.map((one) => `      ${JSON.stringify(one)}`).join(",\n");
    return `${JSON.stringify(head).slice(0, -1)},"mutants":[\n${rows}\n    ]}`;
  });
  return `{\n  "schemaVersion": 1,\n  "results": [\n    ${texts.join(",\n    ")}\n  ]\n}\n`;
}

/** Returns a text with the figures between its markers replaced; unchanged if it has no markers. */
export function withScore(text: string, results: readonly ScoreResult[]): string {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  return after === undefined ? text : `${before}${BEGIN}\n\n${summaryMarkdown(results)}\n\n${END}${after}`;
}
