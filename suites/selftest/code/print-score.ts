import { CODE_COLUMNS } from "../../../reports/mutation-score/page.ts";
import type { CodeCounts, CodeResult, CodeSurvivor, Measurement } from "../../../reports/mutation-score/result.ts";
import type { Io } from "../../cli/core/io.ts";
import { table } from "../../cli/core/table.ts";
import type { FinishedTrial } from "../trial.ts";
import { writeOutput } from "../write-output.ts";
import { instrumented } from "./instrument.ts";
import { readOpenChanges } from "./open-changes.ts";
import { codeScores } from "./score.ts";

/** Prints the score of the code mutants with their survivors, and writes it to a file if one is named. */
export async function printCodeScore(
  tried: readonly FinishedTrial[],
  about: Measurement,
  file: string | null,
  io: Io,
): Promise<void> {
  const { mutants } = await instrumented();
  const { scores, survivors } = codeScores(tried, mutants, readOpenChanges());
  for (const survivor of survivors) io.out(`${survivorLine(survivor)}\n`);
  io.out(codeTable(scores));
  io.out("A survivor may change only what the contract leaves open: the score is a lower bound of what is caught.\n");
  if (file === null) return;
  const result: CodeResult = { kind: "code", ...about, scores, survivors };
  writeOutput(file, `${JSON.stringify(result, null, 2)}\n`, "score");
}

function survivorLine({ mutant, server, original, replacement, reached, open }: CodeSurvivor): string {
  const how = open === null ? (reached === 0 ? "never reached" : "not judged") : `open: ${open}`;
  const change = `${original.replace(/\s+/g, " ")} -> ${replacement.replace(/\s+/g, " ")}`;
  return `survived, ${how}: ${mutant} on server ${server}\n    ${change.slice(0, 200)}`;
}

function codeTable(scores: readonly CodeCounts[]): string {
  const head = ["mutator", ...CODE_COLUMNS.map(([heading]) => heading)];
  return table([head, ...scores.map((counts) => [counts.group, ...CODE_COLUMNS.map(([, cell]) => cell(counts))])]);
}
