import type { CodeCounts, CodeSurvivor } from "../../../reports/mutation-score/result.ts";
import { groupBy } from "../../../spec/group-by.ts";
import type { FinishedTrial, Outcome } from "../trial.ts";
import type { CodeSubject } from "./draw.ts";
import { type CodeMutant, changeOf } from "./mutant.ts";

/** Changes that a person has judged to be open by the contract, with the reason; keyed as {@link changeOf} names them. */
export type OpenChanges = ReadonlyMap<string, string>;

type Row = { readonly subject: CodeSubject; readonly outcome: Outcome };

const isKilled = ({ outcome }: Row) => outcome.failed.some(({ level }) => level === "MUST");

/** All code mutants of a run, by mutator and over all. */
export function codeScores(
  tried: readonly FinishedTrial[],
  mutants: readonly CodeMutant[],
  open: OpenChanges,
): { readonly scores: readonly CodeCounts[]; readonly survivors: readonly CodeSurvivor[] } {
  const rows = rowsOf(tried);
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const survivors = rows.flatMap((row) => survivorOf(row, byId, open));
  const groups = [...groupBy(rows, ({ subject }) => subject.mutator)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    scores: [...groups.map(([mutator, some]) => scoreOf(mutator, some, survivors)), scoreOf("all", rows, survivors)],
    survivors,
  };
}

function rowsOf(tried: readonly FinishedTrial[]): readonly Row[] {
  return tried.flatMap(({ trial: { subject }, outcome }) => (subject.kind === "code" ? [{ subject, outcome }] : []));
}

function survivorOf(row: Row, byId: ReadonlyMap<string, CodeMutant>, open: OpenChanges): CodeSurvivor[] {
  const { subject, outcome } = row;
  const { distinguishedAfter, requests, reached = 0, problem } = outcome;
  const mutant = byId.get(subject.mutant);
  if (isKilled(row) || problem !== null || typeof distinguishedAfter !== "number" || mutant === undefined) return [];
  const { original, replacement } = mutant;
  const reason = open.get(changeOf(mutant)) ?? null;
  const { server } = subject;
  return [{ mutant: mutant.id, server, original, replacement, distinguishedAfter, reached, requests, open: reason }];
}

function scoreOf(group: string, rows: readonly Row[], all: readonly CodeSurvivor[]): CodeCounts {
  const ids = new Set(rows.map(({ subject }) => subject.mutant));
  const survivors = all.filter(({ mutant }) => ids.has(mutant));
  const killed = rows.filter(isKilled).length;
  const undistinguished = rows.filter((row) => !isKilled(row) && row.outcome.distinguishedAfter === null).length;
  const open = survivors.filter((survivor) => survivor.open !== null).length;
  const missed = survivors.filter((survivor) => survivor.open === null);
  const neverReached = missed.filter(({ reached }) => reached === 0).length;
  return {
    group,
    mutants: rows.length,
    killed,
    undistinguished,
    open,
    neverReached,
    notJudged: missed.length - neverReached,
    broken: rows.length - killed - undistinguished - survivors.length,
  };
}
