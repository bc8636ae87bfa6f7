import type { Interval } from "./wilson.ts";

/**
 * The status of a mutant.
 *
 * - `killed`: a requirement failed.
 * - `notJudged`: the run reached the defect, and nothing failed.
 * - `neverReached`: the run never reached the defect.
 * - `undistinguished`: the reference workload cannot distinguish it from the original, so the suite is not run on it.
 * - `noResult`: the run broke.
 */
export const STATUSES = ["killed", "notJudged", "neverReached", "undistinguished", "noResult"] as const;

export type MutantStatus = (typeof STATUSES)[number];

/** One drawn mutant with its status. */
export interface MutantResult {
  /** `operator@site[guard,…]`. */
  readonly mutant: string;
  readonly operator: string;
  readonly guards: number;
  /** The requirement that it breaks. */
  readonly breaks: string;
  readonly status: MutantStatus;
  /** The requirements that failed. A run ends at its first failure. */
  readonly failed: readonly string[];
  /**
   * The number of requests after which the reference workload distinguishes it from the original; null if it never
   * does.
   */
  readonly distinguishedAfter: number | null;
  readonly requests: number;
}

/** The settings and date of a measurement. */
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

/** The mutants of one draw, as `--draw N --score FILE` writes them. */
export interface DrawResult extends Measurement {
  readonly kind: "draw";
  readonly mutants: readonly MutantResult[];
}

/** False alarms on random correct servers, as `--correct N --score FILE` writes them. */
export interface CorrectResult
  extends Omit<Measurement, "commit" | "date">,
    Partial<Pick<Measurement, "commit" | "date">> {
  readonly kind: "correct";
  readonly servers: number;
  readonly alarms: number;
  /** Share of servers with a false alarm. */
  readonly interval: Interval;
}

/** The counts of one group of code mutants. */
export interface CodeCounts {
  /** A mutator, or `all`. */
  readonly group: string;
  readonly mutants: number;
  /** Failed a MUST. */
  readonly killed: number;
  /** Mutants that the reference workload cannot distinguish from the original, apart from the wording of messages. */
  readonly undistinguished: number;
  /** Survivors that change only what the contract leaves open, as decided by a person. */
  readonly open: number;
  /** Survivors whose code the run never reached. */
  readonly neverReached: number;
  /** Survivors whose code the run reached; some of these may also change only open points. */
  readonly notJudged: number;
  /** The server did not start, or the run gave no result. */
  readonly broken: number;
}

/**
 * A survivor that can be distinguished from the original, with what a reader needs to judge whether it breaks
 * anything.
 */
export interface CodeSurvivor {
  readonly mutant: string;
  readonly server: number;
  readonly original: string;
  readonly replacement: string;
  readonly distinguishedAfter: number;
  readonly reached: number;
  readonly requests: number;
  /** Why it breaks nothing; null if nobody has decided so. */
  readonly open: string | null;
}

/** Mutants of the independent server's code, as `--code N --score FILE` writes them. */
export interface CodeResult
  extends Omit<Measurement, "commit" | "date">,
    Partial<Pick<Measurement, "commit" | "date">> {
  readonly kind: "code";
  readonly scores: readonly CodeCounts[];
  readonly survivors: readonly CodeSurvivor[];
}

/** The content of a file written with `--score`. */
export type ScoreResult = DrawResult | CodeResult | CorrectResult;
