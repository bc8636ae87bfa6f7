import { groupBy } from "../../spec/group-by.ts";
import { areaOf } from "../select.ts";

/** How often a fault was tried and caught at one budget. */
export interface Kills {
  /** Trials, each with another seed. */
  readonly tried: number;
  /** Trials in which the requirement that the fault breaks failed. */
  readonly caught: number;
  /** Requests after which that failure first showed: the median of the trials that caught it; null where none did. */
  readonly after: number | null;
}

/** One fault with everything that was measured about it. */
export interface MatrixRow {
  readonly server: "fake";
  readonly fault: string;
  /** What is wrong with the server, in a few words. */
  readonly title: string;
  readonly breaks: string;
  readonly smoke: Kills;
  readonly standard: Kills;
  /** Trials of the whole suite, in which echoes can show; the others ran only what claims the broken requirement. */
  readonly whole: number;
  /** Requirements that failed besides. */
  readonly echoes: readonly string[];
}

/** What the self-test measured: for each fault whether, and how soon, the suite catches it. */
export interface KillMatrix {
  readonly schemaVersion: 1;
  readonly seeds: readonly number[];
  /** Fingerprints of the builds that were measured, with the number of their trials. */
  readonly builds: readonly { readonly build: string; readonly trials: number }[];
  readonly rows: readonly MatrixRow[];
}

/** Sums over some rows. */
export interface Totals {
  readonly faults: number;
  readonly smoke: Share;
  readonly standard: Share;
  /** Faults of which some trial tripped another requirement besides; null where no trial looked for that. */
  readonly echoing: number | null;
}

/** Of the faults that were tried at a budget, those that every trial caught. */
export interface Share {
  readonly tried: number;
  readonly caught: number;
  /** Requests until a fault shows: the median over the faults; null where none was caught. */
  readonly after: number | null;
}

/** The sums of some rows. */
export function totalsOf(rows: readonly MatrixRow[]): Totals {
  return {
    faults: rows.length,
    smoke: shareOf(rows.map((row) => row.smoke)),
    standard: shareOf(rows.map((row) => row.standard)),
    echoing: rows.some(({ whole }) => whole > 0) ? rows.filter(({ echoes }) => echoes.length > 0).length : null,
  };
}

function shareOf(all: readonly Kills[]): Share {
  const tried = all.filter((kills) => kills.tried > 0);
  return {
    tried: tried.length,
    caught: tried.filter(isCaught).length,
    after: median(tried.flatMap((kills) => kills.after ?? [])),
  };
}

/** True when a fault was tried, and caught every time. */
export function isCaught({ tried, caught }: Kills): boolean {
  return tried > 0 && caught === tried;
}

/** The middle value, or the lower of the two in the middle; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** The rows by area of the broken requirement, in the order of their first rows. */
export function byArea(rows: readonly MatrixRow[]): readonly (readonly [area: string, rows: readonly MatrixRow[]])[] {
  return [...groupBy(rows, (row) => areaOf(row.breaks))];
}
