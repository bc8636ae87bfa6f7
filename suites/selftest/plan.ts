import type { Variant } from "../../fake/index.ts";
import { CHOICES } from "../../fake/mutants-and-variants.ts";
import type { BudgetName } from "../engine/check/check.ts";
import { fakeSubject } from "./correct/server-id.ts";
import { createRandomChoices } from "./mutants/random-choices.ts";
import type { Trial } from "./trial.ts";

/**
 * Returns trials of the independent server with `count` sets of readings; every third also has other readings of
 * SHOULD.
 */
export function independentTrials(count: number, budget: BudgetName, seed: number): Trial[] {
  return Array.from({ length: count }, (_, index) => {
    const subject = { kind: "independent", seed: seed + index, liberties: index % 3 === 2 } as const;
    return { subject, budget, seed, only: [] };
  });
}

/** Returns a trial of each value of each choice by itself, which gives the clearest reports of alarms. */
export function choiceTrials(budget: BudgetName, seed: number): Trial[] {
  return CHOICES.flatMap(({ name, values }) =>
    values.slice(1).map((value) => variantTrial({ [name]: value }, budget, seed)),
  );
}

/** Returns a trial of one variant against the complete suite. */
export function variantTrial(variant: Variant, budget: BudgetName, seed: number): Trial {
  return { subject: fakeSubject(variant), budget, seed, only: [] };
}

/** Returns this many items of a list, drawn by a seed, in the order of the list; all of them if there are no more. */
export function sample<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  const chance = createRandomChoices(seed);
  const drawn = new Set<number>();
  while (drawn.size < Math.min(count, items.length)) drawn.add(chance.below(items.length));
  return items.filter((_, index) => drawn.has(index));
}

/** One share of a list, counted from 1; all shares together are the list, and each holds something of every part. */
export function shareOf<T>(items: readonly T[], { part, of }: { readonly part: number; readonly of: number }): T[] {
  return items.filter((_, index) => index % of === part - 1);
}
