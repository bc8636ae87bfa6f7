import type { CheckContext, World } from "./check.ts";

// What is looked at of a list by a run that cannot look at all of it. From the standard budget on, every one of these gives
// the whole list, but for the last, which knows no budget.

/** For lists in which the telling ones stand first: as many as the budget allows, and never fewer than `least`. */
export function firstPartOf<T>(check: Pick<CheckContext, "cases">, items: readonly T[], least: number): readonly T[] {
  return items.slice(0, Math.max(least, check.cases(items.length)));
}

/** For lists whose items tell as much as each other: as many, at even distances, another part for another seed. */
export function seededPartOf<T>(
  check: Pick<CheckContext, "cases" | "seed">,
  items: readonly T[],
  least = 1,
): readonly T[] {
  const wanted = Math.min(items.length, Math.max(least, check.cases(items.length)));
  const start = items.length === 0 ? 0 : Math.abs(check.seed) % items.length;
  const step = items.length / Math.max(1, wanted);
  const places = Array.from({ length: wanted }, (_, index) => (start + Math.floor(index * step)) % items.length);
  return places.sort((left, right) => left - right).flatMap((place) => items.slice(place, place + 1));
}

/**
 * For lists that many go through, before any check is under way: every so-manieth in a smoke run, from a start that differs
 * with `turn`, so that neighbours (other operations, other rules) look at other parts.
 */
export function partInTurn<T>({ budget }: Pick<World, "budget">, items: readonly T[], every: number, turn: number) {
  return budget === "smoke" ? items.filter((_, index) => index % every === turn % every) : items;
}

/** So many items from the first to the last, at even distances: for lists that run from one bound to the other. */
export function fromEndToEnd<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  const place = (index: number) => Math.round((index * (items.length - 1)) / (count - 1));
  return Array.from({ length: count }, (_, index) => place(index)).flatMap((at) => items.slice(at, at + 1));
}
