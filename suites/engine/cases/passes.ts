import type { CheckOutcome } from "../check/check.ts";
import type { Allowance } from "./cases.ts";

/**
 * How often a run has looked at a check, and how far that has come. The first look tries a few cases of each list; what is left
 * over is tried in further ones, for as long as the run has requests.
 */
export interface Passes {
  /** What the cases of each list may cost in the present look. */
  readonly allowance: Allowance;
  /** True from the second look on. */
  readonly isFurther: boolean;
  /** True where a further look may follow: else what is asked for has to be tried now. */
  readonly mayFollow: boolean;
  /** The next list that the check goes through: how many of its cases were tried in earlier looks. */
  begin(): { readonly from: number; ended(tried: number, left: number): void };
  /** The cases that are left over after a look, and what each of it has cost, with what was sent around them; null when none are. */
  rest(requests: number): { readonly left: number; readonly each: number } | null;
  /** What the next look goes by. */
  further(): Passes;
}

/** What listed cases of a check may cost in the first look, and in the second one; each after that may cost twice as much. */
const FIRST: Allowance = { requests: 2, least: 2 };
const SECOND: Allowance = { requests: 6, least: 0 };

/** The first look at a check. */
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
      const place = lists;
      lists += 1;
      const from = tried[place] ?? 0;
      return {
        from,
        ended(more, rest) {
          tried[place] = from + more;
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

/** What two looks at a check say together: a further one adds what it has found, and takes nothing back. */
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
