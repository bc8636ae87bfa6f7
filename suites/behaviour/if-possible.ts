import { BudgetSpent, Inconclusive, Skipped } from "../engine/outcome.ts";

/**
 * What an attempt gives, or null where this target does not allow for it: for what adds to a check that stands without
 * it. A budget that is spent stays an error.
 */
export async function ifPossible<T>(attempt: () => Promise<T>): Promise<T | null> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof BudgetSpent || !(error instanceof Inconclusive || error instanceof Skipped)) throw error;
    return null;
  }
}
