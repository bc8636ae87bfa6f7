import type { Interval } from "./wilson.ts";

/**
 * What became of a mutant.
 *
 * - `killed`: a requirement failed.
 * - `notJudged`: the run met what is wrong, and nothing failed.
 * - `neverReached`: the run never met what is wrong.
 * - `undistinguished`: the reference workload cannot tell it from the original, so that the suite is not run on it.
 * - `noResult`: the run broke.
 */
export const STATUSES = ["killed", "notJudged", "neverReached", "undistinguished", "noResult"] as const;

export type MutantStatus = (typeof STATUSES)[number];

/** One mutant that was drawn, with what became of it. */
export interface MutantResult {
  /** `operator@site[guard,…]`. */
  readonly mutant: string;
  readonly operator: string;
  readonly guards: number;
  /** The requirement that it breaks. */
  readonly breaks: string;
  readonly status: MutantStatus;
  /** The requirements that failed: of a run that ends at its first failure. */
  readonly failed: readonly string[];
  /** After how many requests the reference workload tells it from the original; null where it never does. */
  readonly distinguishedAfter: number | null;
  readonly requests: number;
}

/** How and when something was measured. */
export interface Measurement {
  readonly budget: string;
  readonly seed: number;
  /** Fingerprint of the code and the document. */
  readonly build: string;
  /** Abbreviated hash of the commit; null outside a repository. */
  readonly commit: string | null;
  /** `2026-01-31`. */
  readonly date: string;
}

/** The mutants of one draw: what `--draw N --score FILE` writes. */
export interface DrawResult extends Measurement {
  readonly kind: "draw";
  readonly mutants: readonly MutantResult[];
}

/** False alarms on correct servers drawn at random: what `--correct N --score FILE` writes. */
export interface CorrectResult
  extends Omit<Measurement, "commit" | "date">,
    Partial<Pick<Measurement, "commit" | "date">> {
  readonly kind: "correct";
  readonly servers: number;
  readonly alarms: number;
  /** Share of servers with a false alarm. */
  readonly interval: Interval;
}

/** What was found about one group of code mutants. */
export interface CodeCounts {
  /** A mutator, or `all`. */
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

/** Mutants of the independent server's code: what `--code N --score FILE` writes. */
export interface CodeResult
  extends Omit<Measurement, "commit" | "date">,
    Partial<Pick<Measurement, "commit" | "date">> {
  readonly kind: "code";
  readonly scores: readonly CodeCounts[];
  readonly survivors: readonly CodeSurvivor[];
}

/** The content of a file of `--score`. */
export type ScoreResult = DrawResult | CodeResult | CorrectResult;
