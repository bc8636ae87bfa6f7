import type { Random } from "../runtime/random.ts";
import type { ChaosRule } from "./rule.ts";

/** Decides on which of the calls that it concerns a rule acts. */
export interface RuleTurns {
  readonly matched: number;
  readonly acted: number;
  /** Counts a call; returns true if it is the rule's turn. */
  next(): boolean;
  /** Counts that it acted. */
  act(): void;
}

/** Creates the turns of a rule: after this many calls, every n-th, by chance, at most this many times. */
export function createRuleTurns(rule: ChaosRule, random: Random): RuleTurns {
  const { after = 0, every = 1, times = Infinity, probability = 1 } = rule;
  let matched = 0;
  let acted = 0;
  return {
    get matched() {
      return matched;
    },
    get acted() {
      return acted;
    },
    next: () => {
      matched += 1;
      const later = matched - after;
      if (later < 1 || later % every !== 0 || acted >= times) return false;
      return probability >= 1 || random.fraction() < probability;
    },
    act: () => {
      acted += 1;
    },
  };
}
