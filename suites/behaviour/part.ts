import type { CheckContext } from "../engine/check.ts";

/** As many of the cases as the budget of the run allows, and never fewer than `least`: the telling ones stand first. */
export function partOf<T>(check: CheckContext, cases: readonly T[], least: number): readonly T[] {
  return cases.slice(0, Math.max(least, check.cases(cases.length)));
}
