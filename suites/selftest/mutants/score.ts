import { groupBy } from "../../../spec/group-by.ts";
import type { Outcome, Subject, Tried } from "../trial.ts";
import { type Interval, wilson } from "./wilson.ts";

/** A drawn mutant as the subject of a trial. */
export type MutantSubject = Extract<Subject, { kind: "mutant" }>;

/** Whether a run noticed a mutant: by any requirement, of level MUST where a MUST is broken. */
export function isKilled({ level }: MutantSubject, { failed }: Outcome): boolean {
  return failed.some((one) => level === "SHOULD" || one.level === "MUST");
}

/** The mutation score of one group of mutants. */
export interface Score {
  readonly group: string;
  readonly mutants: number;
  readonly killed: number;
  /** Killed by the very requirement that is broken. */
  readonly byOwn: number;
  /** Survivors that the reference workload cannot tell from the original. */
  readonly undistinguished: number;
  /** Survivors that can be told from the original, and that the run never met. */
  readonly neverReached: number;
  /** Survivors that can be told from the original, and that the run met without noticing. */
  readonly notJudged: number;
  /** Runs that gave no result. */
  readonly broken: number;
  /** Share of killed ones among those that can be told from the original, with its 95 % interval. */
  readonly score: Interval;
  /** The same with every undistinguished one counted as a survivor: the lower bound. */
  readonly least: Interval;
}

/** A survivor that the reference workload tells from the original. */
export interface Survivor {
  readonly mutant: string;
  readonly breaks: string;
  /** After how many requests the reference workload tells it from the original. */
  readonly distinguishedAfter: number;
  /** How often the run met it: never, or without noticing. */
  readonly reached: number;
  readonly requests: number;
}

/** Scores by number of guards, and over all. */
export function scoresOf(tried: readonly Tried[]): readonly Score[] {
  const rows = tried.flatMap(({ trial: { subject }, outcome }) =>
    subject.kind === "mutant" ? [{ subject, outcome }] : [],
  );
  const groups = [...groupBy(rows, ({ subject }) => String(subject.guards))].toSorted(
    ([a], [b]) => Number(a) - Number(b),
  );
  return [
    ...groups.map(([guards, some]) => scoreOf(guards === "1" ? "1 guard" : `${guards} guards`, some)),
    scoreOf("all", rows),
  ];
}

type Row = { readonly subject: MutantSubject; readonly outcome: Outcome };

function scoreOf(group: string, rows: readonly Row[]): Score {
  const killed = rows.filter(({ subject, outcome }) => isKilled(subject, outcome));
  const others = rows.filter(({ subject, outcome }) => !isKilled(subject, outcome));
  const undistinguished = others.filter(({ outcome }) => outcome.distinguishedAfter === null).length;
  const broken = others.filter(({ outcome }) => outcome.distinguishedAfter === undefined).length;
  const told = others.filter(({ outcome }) => typeof outcome.distinguishedAfter === "number");
  const neverReached = told.filter(({ outcome }) => (outcome.reached ?? 0) === 0).length;
  const counted = rows.length - broken;
  return {
    group,
    mutants: rows.length,
    killed: killed.length,
    byOwn: killed.filter(({ subject, outcome }) => outcome.failed.some(({ id }) => id === subject.breaks)).length,
    undistinguished,
    neverReached,
    notJudged: told.length - neverReached,
    broken,
    score: wilson(killed.length, counted - undistinguished),
    least: wilson(killed.length, counted),
  };
}

/** What survived although it can be told from the original, in the order of the draw. */
export function survivorsOf(tried: readonly Tried[]): readonly Survivor[] {
  return tried.flatMap(({ trial: { subject }, outcome }): Survivor[] => {
    const { distinguishedAfter, requests, reached = 0 } = outcome;
    if (subject.kind !== "mutant" || isKilled(subject, outcome) || typeof distinguishedAfter !== "number") return [];
    return [{ mutant: subject.mutant, breaks: subject.breaks, distinguishedAfter, reached, requests }];
  });
}

/** The scores as a table for people. */
export function scoreTable(scores: readonly Score[]): string {
  const rows = scores.map(
    ({ group, mutants, killed, byOwn, undistinguished, neverReached, notJudged, broken, score, least }) => [
      group,
      String(mutants),
      String(killed),
      String(byOwn),
      String(undistinguished),
      String(neverReached),
      String(notJudged),
      String(broken),
      percents(score),
      percents(least),
    ],
  );
  const head = [
    "",
    "mutants",
    "killed",
    "by its own",
    "undistinguished",
    "never reached",
    "not judged",
    "no result",
    "score (95 %)",
    "lower bound (95 %)",
  ];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map(line).join("\n");
}

function percents({ share, from, to }: Interval): string {
  const percent = (value: number) => (value * 100).toFixed(1);
  return Number.isNaN(share) ? "none" : `${percent(share)} % (${percent(from)} to ${percent(to)})`;
}
