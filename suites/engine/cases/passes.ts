import type { CheckOutcome } from "../check/check.ts";
import type { Allowance } from "./cases.ts";

/**
 * The progress of a run through the cases of a check. The first pass runs a few cases of each list; further passes run
 * the rest while the run has requests left.
 */
export interface Passes {
  /** The allowed cost of each list of cases in this pass. */
  readonly allowance: Allowance;
  /** True from the second pass on. */
  readonly isFurther: boolean;
  /** True if a further pass may follow; otherwise all cases must be run now. */
  readonly mayFollow: boolean;
  /** Begins the next list of the check and returns how many of its cases earlier passes ran. */
  begin(): { readonly from: number; ended(tried: number, left: number): void };
  /**
   * Returns the number of remaining cases after a pass and the requests that each case cost, with all requests around
   * it; null if none remain.
   */
  rest(requests: number): { readonly left: number; readonly each: number } | null;
  /** Returns the next pass. */
  further(): Passes;
}

/** The allowed cost of a list of cases in the first and second pass. It doubles with each later pass. */
const FIRST: Allowance = { requests: 2, min: 2 };
const SECOND: Allowance = { requests: 6, min: 0 };

/** Returns the first pass. */
export function firstPass(mayFollow = true): Passes {
  return createPasses([], mayFollow, FIRST);
}

function createPasses(triedBefore: readonly number[], mayFollow: boolean, allowance: Allowance): Passes {
  const tried = [...triedBefore];
  let lists = 0;
  let left = 0;
  let cases = 0;
  const isFurther = allowance !== FIRST;
  return {
    allowance,
    isFurther,
    mayFollow,
    begin() {
      const list = lists;
      lists += 1;
      const from = tried[list] ?? 0;
      return {
        from,
        ended(more, rest) {
          tried[list] = from + more;
          left += rest;
          cases += more;
        },
      };
    },
    rest(requests) {
      return left === 0 || cases === 0 ? null : { left, each: requests / cases };
    },
    further: () =>
      createPasses(tried, mayFollow, isFurther ? { ...allowance, requests: 2 * allowance.requests } : SECOND),
  };
}

/** Returns the combined outcome of two passes. A further pass adds findings and revokes none. */
export function withPass(earlier: CheckOutcome | null, outcome: CheckOutcome): CheckOutcome {
  if (earlier === null) return outcome;
  const deciding = outcome.verdict === "fail" ? outcome : earlier;
  return {
    ...deciding,
    cases: earlier.cases + outcome.cases,
    requests: earlier.requests + outcome.requests,
    durationMs: earlier.durationMs + outcome.durationMs,
  };
}
