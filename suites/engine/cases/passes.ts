import type { CheckOutcome } from "../check/check.ts";
import type { Allowance } from "./cases.ts";

/**
 * How often a sparing run has looked at a check, and how far that has come. The first look tries a few cases of each list; what
 * is left over may be tried in a further one, for as long as the run has requests.
 */
export interface Looks {
  /** What the cases of each list may cost in the present look. */
  readonly allowance: Allowance;
  /** True from the second look on. */
  readonly isFurther: boolean;
  /** True where a further look may follow: else what is asked for has to be tried now. */
  readonly mayFollow: boolean;
  /** The next list that the check goes through: how many of its cases were tried in earlier looks. */
  begin(): { readonly from: number; ended(tried: number, left: number, requests: number): void };
  /** The cases that are left over after a look, and what one costs; null when a further look is not worth its while. */
  rest(requests: number): { readonly left: number; readonly each: number } | null;
  /** What the next look goes by. */
  further(): Looks;
}

/** What listed cases of a check may cost in the first look, and in a further one. */
const FIRST: Allowance = { requests: 2, least: 2 };
const FURTHER: Allowance = { requests: 6, least: 0 };
/** Where it must not hang on what others have made already, or on how long something took. */
const COUNTED: Allowance = { requests: 0, least: 2 };

/** Requests that a check may send again with each look beside its cases, so that it is worth another one. */
const AROUND = 2;

/** The first look at a check. */
export function firstLook(mayFollow = true): Looks {
  return createLooks([], false, mayFollow);
}

/** A single look of which the seed alone says what is tried. */
export function countedLook(): Looks {
  return createLooks([], false, false, COUNTED);
}

function createLooks(
  triedBefore: readonly number[],
  isFurther: boolean,
  mayFollow: boolean,
  allowance = isFurther ? FURTHER : FIRST,
): Looks {
  const tried = [...triedBefore];
  let lists = 0;
  let left = 0;
  let cases = 0;
  let spent = 0;
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
        ended(more, rest, requests) {
          tried[place] = from + more;
          left += rest;
          cases += more;
          spent += requests;
        },
      };
    },
    rest(requests) {
      if (left === 0 || cases === 0 || requests - spent > AROUND) return null;
      return { left, each: spent / cases };
    },
    further: () => createLooks(tried, true, mayFollow),
  };
}

/** What two looks at a check say together: a further one adds what it has found, and takes nothing back. */
export function withLook(earlier: CheckOutcome | null, outcome: CheckOutcome): CheckOutcome {
  if (earlier === null) return outcome;
  const deciding = outcome.verdict === "fail" ? outcome : earlier;
  return {
    ...deciding,
    cases: earlier.cases + outcome.cases,
    requests: earlier.requests + outcome.requests,
    durationMs: earlier.durationMs + outcome.durationMs,
  };
}
