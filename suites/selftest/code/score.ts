import { type Interval, wilson } from "../../../reports/mutation-score/wilson.ts";
import { groupBy } from "../../../spec/group-by.ts";
import type { Outcome, Tried } from "../trial.ts";
import type { CodeSubject } from "./draw.ts";
import { type CodeMutant, changeOf } from "./mutant.ts";

/** What was found about one group of code mutants. */
export interface CodeScore {
  readonly group: string;
  readonly mutants: number;
  /** Failed a MUST. */
  readonly killed: number;
  /** The reference workload cannot tell them from the original, but for the wording of messages. */
  readonly undistinguished: number;
  /** Survivors that change only what the contract leaves open: a person has said so. */
  readonly open: number;
  /** Survivors whose code the run never came to. */
  readonly neverReached: number;
  /** Survivors whose code the run came to; some of these may change nothing but open points as well. */
  readonly notJudged: number;
  /** The server did not start, or the run gave no result. */
  readonly broken: number;
  /** Share of killed ones among those that are distinguished and not known to be open, with its 95 % interval. */
  readonly score: Interval;
  /** The same with those that are known to be open counted as survivors: the lower bound. */
  readonly least: Interval;
}

/** A survivor that can be told from the original, with what a reader needs to see whether it breaks anything. */
export interface CodeSurvivor {
  readonly mutant: string;
  readonly server: number;
  readonly original: string;
  readonly replacement: string;
  readonly distinguishedAfter: number;
  readonly reached: number;
  readonly requests: number;
  /** Why it breaks nothing; null where nobody has said so. */
  readonly open: string | null;
}

/** Changes that a person has judged to be open by the contract, with the reason; keyed as {@link changeOf} names them. */
export type OpenChanges = ReadonlyMap<string, string>;

type Row = { readonly subject: CodeSubject; readonly outcome: Outcome };

const isKilled = ({ outcome }: Row) => outcome.failed.some(({ level }) => level === "MUST");

/** All code mutants of a run, by mutator and over all. */
export function codeScores(
  tried: readonly Tried[],
  mutants: readonly CodeMutant[],
  open: OpenChanges,
): { readonly scores: readonly CodeScore[]; readonly survivors: readonly CodeSurvivor[] } {
  const rows = rowsOf(tried);
  const byId = new Map(mutants.map((one) => [one.id, one]));
  const survivors = rows.flatMap((row) => survivorOf(row, byId, open));
  const groups = [...groupBy(rows, ({ subject }) => subject.mutator)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    scores: [...groups.map(([mutator, some]) => scoreOf(mutator, some, survivors)), scoreOf("all", rows, survivors)],
    survivors,
  };
}

function rowsOf(tried: readonly Tried[]): readonly Row[] {
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

function scoreOf(group: string, rows: readonly Row[], all: readonly CodeSurvivor[]): CodeScore {
  const ids = new Set(rows.map(({ subject }) => subject.mutant));
  const survivors = all.filter(({ mutant }) => ids.has(mutant));
  const killed = rows.filter(isKilled).length;
  const undistinguished = rows.filter((row) => !isKilled(row) && row.outcome.distinguishedAfter === null).length;
  const open = survivors.filter((one) => one.open !== null).length;
  const missed = survivors.filter((one) => one.open === null);
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
    score: wilson(killed, killed + missed.length),
    least: wilson(killed, killed + survivors.length),
  };
}
