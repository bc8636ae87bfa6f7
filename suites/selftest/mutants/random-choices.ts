import { createRandom } from "../../../fake/runtime/random.ts";

/** Random decisions; the same seed gives the same ones. */
export interface RandomChoices {
  /** Returns a whole number from 0 up to the bound (exclusive). */
  below(bound: number): number;
  pick<T>(items: readonly T[]): T | undefined;
  happens(share: number): boolean;
}

export function createRandomChoices(seed: number | string): RandomChoices {
  const random = createRandom(seed);
  const below = (bound: number) => Math.floor(random.fraction() * bound);
  return { below, pick: (items) => items[below(items.length)], happens: (share) => random.fraction() < share };
}
