import type { CheckContext } from "../engine/check.ts";

/**
 * As many of the items as the budget of the run allows, but at least so many: all of them at the standard budget, of
 * many a part at the smaller one, another part for another seed.
 */
export function some<T>(check: Pick<CheckContext, "cases" | "seed">, items: readonly T[], least = 1): readonly T[] {
  const wanted = Math.min(items.length, Math.max(least, check.cases(items.length)));
  const start = items.length === 0 ? 0 : Math.abs(check.seed) % items.length;
  const step = items.length / Math.max(1, wanted);
  const places = Array.from({ length: wanted }, (_, index) => (start + Math.floor(index * step)) % items.length);
  return places.sort((left, right) => left - right).flatMap((place) => items.slice(place, place + 1));
}
