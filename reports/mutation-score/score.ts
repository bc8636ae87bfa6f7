import { groupBy } from "../../spec/group-by.ts";
import { type MutantResult, type MutantStatus, STATUSES } from "./result.ts";
import { type Interval, wilson } from "./wilson.ts";

/** The mutation score of one group of mutants. */
export interface Score {
  readonly group: string;
  readonly mutants: number;
  readonly counts: Readonly<Record<MutantStatus, number>>;
  /** Killed by the very requirement that is broken. */
  readonly byOwn: number;
  /** Share of killed ones among those that the reference workload distinguishes from the original. */
  readonly score: Interval;
  /** The lower bound of the share: every undistinguished mutant counts as a survivor. */
  readonly least: Interval;
  /** The upper bound of the share: every undistinguished mutant counts as killed. */
  readonly most: Interval;
}

export function scoreOf(group: string, mutants: readonly MutantResult[]): Score {
  const count = (status: MutantStatus) => mutants.filter((result) => result.status === status).length;
  const counts = Object.fromEntries(STATUSES.map((status) => [status, count(status)])) as Score["counts"];
  const { killed, undistinguished, noResult } = counts;
  const tried = mutants.length - noResult;
  return {
    group,
    mutants: mutants.length,
    counts,
    byOwn: mutants.filter(({ status, failed, breaks }) => status === "killed" && failed.includes(breaks)).length,
    score: wilson(killed, tried - undistinguished),
    least: wilson(killed, tried),
    most: wilson(killed + undistinguished, tried),
  };
}

/** Scores by number of guards, and over all. */
export function scoresByGuards(mutants: readonly MutantResult[]): readonly Score[] {
  const groups = [...groupBy(mutants, ({ guards }) => String(guards))].toSorted(([a], [b]) => Number(a) - Number(b));
  return [
    ...groups.map(([guards, some]) => scoreOf(guards === "1" ? "1 guard" : `${guards} guards`, some)),
    scoreOf("all", mutants),
  ];
}

/** Scores by operator, in the order of their names. */
export function scoresByOperator(mutants: readonly MutantResult[]): readonly Score[] {
  const groups = [...groupBy(mutants, ({ operator }) => operator)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return groups.map(([operator, some]) => scoreOf(operator, some));
}

/** Returns the survivors that can be distinguished from the original. */
export function survivorsOf(mutants: readonly MutantResult[]): readonly MutantResult[] {
  return mutants.filter(({ status }) => status === "notJudged" || status === "neverReached");
}

/** Returns a share with its interval: `94.2 % (92.1 to 95.8)`. */
export function percents({ share, from, to }: Interval): string {
  const percent = (value: number) => (value * 100).toFixed(1);
  return Number.isNaN(share) ? "none" : `${percent(share)} % (${percent(from)} to ${percent(to)})`;
}

/** The columns of a score. */
export const SCORE_COLUMNS: readonly (readonly [heading: string, cell: (score: Score) => string])[] = [
  ["mutants", ({ mutants }) => String(mutants)],
  ["killed", ({ counts }) => String(counts.killed)],
  ["by its own requirement", ({ byOwn }) => String(byOwn)],
  ["reached, not judged", ({ counts }) => String(counts.notJudged)],
  ["never reached", ({ counts }) => String(counts.neverReached)],
  ["undistinguished", ({ counts }) => String(counts.undistinguished)],
  ["no result", ({ counts }) => String(counts.noResult)],
  ["score (95 %)", ({ score }) => percents(score)],
  ["at least (95 %)", ({ least }) => percents(least)],
  ["at most (95 %)", ({ most }) => percents(most)],
];
