import type { CheckContext, RunContext } from "../check/check.ts";
import { BUDGETS } from "../check/options.ts";

// Selects parts of lists for runs that cannot use all of them.

/**
 * Returns the first items of a list that begins with its most useful ones: as many as the budget allows, but at least
 * `least`.
 */
export function firstPartOf<T>(check: Pick<CheckContext, "cases">, items: readonly T[], min: number): readonly T[] {
  return items.slice(0, Math.max(min, check.cases(items.length)));
}

/** Returns all items of a list of equally useful ones, beginning at a place that depends on the seed. */
export function rotated<T>({ seed }: Pick<CheckContext, "seed">, items: readonly T[]): readonly T[] {
  const start = items.length === 0 ? 0 : Math.abs(seed) % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/**
 * Returns every nth item if the budget is small, all otherwise. The start depends on `turn`, so that other operations
 * or rules use other parts. For lists that are selected before any check runs.
 */
export function partInTurn<T>(
  { budget }: Pick<RunContext, "budget">,
  items: readonly T[],
  every: number,
  turn: number,
) {
  return BUDGETS[budget].cases < 1 ? items.filter((_, index) => index % every === turn % every) : items;
}

/**
 * Returns the items in an order whose every beginning is spread over the list: both ends, the middle, then halves of
 * halves.
 */
export function spreadOut<T>(items: readonly T[]): readonly T[] {
  const left = items.map((item, place) => ({ item, place }));
  const last = items.length - 1;
  const order: T[] = [];
  for (let parts = 1; left.length > 0; parts *= 2) {
    for (let part = 0; part <= parts && left.length > 0; part += 1) {
      const position = Math.round((part * last) / parts);
      const at = left.findIndex(({ place }) => place === position);
      order.push(...left.splice(at, at < 0 ? 0 : 1).map(({ item }) => item));
    }
  }
  return order;
}
