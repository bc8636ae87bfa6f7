import type { DrawResult, MutantResult } from "../../../reports/mutation-score/result.ts";
import { scoresByGuards, survivorsOf } from "../../../reports/mutation-score/score.ts";
import type { Io } from "../../cli/core/io.ts";
import { type Gate, type KnownSurvivors, knownSince } from "../known-survivors.ts";
import { writeOutput } from "../write-output.ts";
import { scoreTable } from "./score.ts";

const STATES = { notJudged: "survived", neverReached: "survived, never reached" } as const;

/**
 * Prints the results of drawn mutants, and returns the exit status. The score itself fails nothing; a mutant without a
 * guard that survives, also at a standard budget, does, unless it is listed.
 */
export function printScore(
  mutants: readonly MutantResult[],
  { unlisted, known, stale }: Gate,
  list: KnownSurvivors,
  io: Io,
): number {
  for (const { mutant, breaks, status } of survivorsOf(mutants))
    io.out(`${status === "notJudged" ? STATES.notJudged : STATES.neverReached}: ${mutant} (breaks ${breaks})\n`);
  io.out(scoreTable(scoresByGuards(mutants)));
  const since = ({ mutant }: MutantResult) => `${mutant}, known since ${knownSince(list, mutant)}`;
  printLines("Survivors without a guard that are known", known.map(since), io);
  printLines("Killed now: remove them from known-survivors.yaml", stale.map(since), io);
  printLines(
    "Survivors without a guard: fix the suite, or name them in known-survivors.yaml",
    unlisted.map(({ mutant }) => mutant),
    io,
  );
  const failed = list.complete ? unlisted.length : 0;
  const skipped = known.length + unlisted.length - failed;
  if (failed > 0)
    for (const { mutant, breaks } of unlisted) io.out(`failed: survived, ${breaks} is broken (${mutant})\n`);
  io.out(`${mutants.length - failed - skipped} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  return failed === 0 ? 0 : 1;
}

function printLines(title: string, lines: readonly string[], io: Io): void {
  if (lines.length > 0) io.out(`${title} (${lines.length}):\n${lines.map((line) => `  ${line}\n`).join("")}`);
}

/** Writes the results of a draw, with a line for each mutant. */
export function writeScore(path: string, { mutants, ...head }: DrawResult): void {
  const rows = mutants.map((result) => `    ${JSON.stringify(result)}`).join(",\n");
  const text = `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "mutants": [\n${rows}\n  ]\n}\n`;
  writeOutput(path, text, "score");
}
