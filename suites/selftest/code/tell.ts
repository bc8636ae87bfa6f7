import { percents } from "../../../reports/mutation-score/score.ts";
import type { Io } from "../../cli/core/io.ts";
import { table } from "../../cli/core/table.ts";
import type { Tried } from "../trial.ts";
import { writeNamed } from "../write-named.ts";
import { instrumented } from "./instrument.ts";
import { readOpenChanges } from "./open-changes.ts";
import { type CodeScore, type CodeSurvivor, codeScores } from "./score.ts";

/** What a run was made with. */
interface About {
  readonly budget: string;
  readonly seed: number;
  readonly build: string;
}

/** Prints the score of the code mutants with their survivors, and writes it to a file where one is named. */
export async function tellCode(tried: readonly Tried[], about: About, file: string | null, io: Io): Promise<void> {
  const { mutants } = await instrumented();
  const { scores, survivors } = codeScores(tried, mutants, readOpenChanges());
  for (const survivor of survivors) io.out(`${survivorLine(survivor)}\n`);
  io.out(codeTable(scores));
  io.out("A survivor may change only what the contract leaves open: the score is a lower bound of what is caught.\n");
  if (file === null) return;
  const result = { kind: "code", mutants: tried.length, ...about, scores, survivors };
  writeNamed(file, `${JSON.stringify(result, null, 2)}\n`, "score");
}

function survivorLine({ mutant, server, original, replacement, reached, open }: CodeSurvivor): string {
  const how = open === null ? (reached === 0 ? "never reached" : "not judged") : `open: ${open}`;
  const change = `${original.replace(/\s+/g, " ")} -> ${replacement.replace(/\s+/g, " ")}`;
  return `survived, ${how}: ${mutant} on server ${server}\n    ${change.slice(0, 200)}`;
}

function codeTable(scores: readonly CodeScore[]): string {
  const head = [
    "mutator",
    "mutants",
    "killed",
    "undistinguished",
    "open",
    "never reached",
    "not judged",
    "no result",
    "score (95 %)",
    "lower bound (95 %)",
  ];
  const rows = scores.map((one) => [
    one.group,
    ...[one.mutants, one.killed, one.undistinguished, one.open, one.neverReached, one.notJudged, one.broken].map(
      String,
    ),
    percents(one.score),
    percents(one.least),
  ]);
  return table([head, ...rows]);
}
