import type { Interval } from "./wilson.ts";

/**
 * What became of a mutant.
 *
 * - `killed`: a requirement failed.
 * - `notJudged`: the run met what is wrong, and nothing failed.
 * - `neverReached`: the run never met what is wrong.
 * - `undistinguished`: the reference workload cannot tell it from the original, so that no run was made.
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

/** The content of a file of `--score`. */
export type ScoreResult = DrawResult | CorrectResult;
