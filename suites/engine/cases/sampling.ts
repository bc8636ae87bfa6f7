import type { CheckContext, RunContext } from "../check/check.ts";
import { BUDGETS } from "../check/options.ts";

// What is looked at of a list by a run that cannot look at all of it.

/** For lists in which the telling ones stand first: as many as the budget allows, and never fewer than `least`. */
export function firstPartOf<T>(check: Pick<CheckContext, "cases">, items: readonly T[], least: number): readonly T[] {
  return items.slice(0, Math.max(least, check.cases(items.length)));
}

/** For lists whose items tell as much as each other: all of them, from another one on for another seed. */
export function rotated<T>({ seed }: Pick<CheckContext, "seed">, items: readonly T[]): readonly T[] {
  const start = items.length === 0 ? 0 : Math.abs(seed) % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/**
 * For lists that many go through, before any check is under way: every nth where a run has few cases, from a start that differs
 * with `turn`, so that neighbours (other operations, other rules) look at other parts.
 */
export function partInTurn<T>(
  { budget }: Pick<RunContext, "budget">,
  items: readonly T[],
  every: number,
  turn: number,
) {
  return BUDGETS[budget].cases < 1 ? items.filter((_, index) => index % every === turn % every) : items;
}

/** The items in an order of which each beginning is spread over the list: both ends, the middle, then halves of halves. */
export function spreadOut<T>(items: readonly T[]): readonly T[] {
  const left = items.map((item, place) => ({ item, place }));
  const last = items.length - 1;
  const order: T[] = [];
  for (let parts = 1; left.length > 0; parts *= 2) {
    for (let part = 0; part <= parts && left.length > 0; part += 1) {
      const wanted = Math.round((part * last) / parts);
      const at = left.findIndex(({ place }) => place === wanted);
      order.push(...left.splice(at, at < 0 ? 0 : 1).map(({ item }) => item));
    }
  }
  return order;
}
