import type { CaseContext } from "../engine/check.ts";
import { Failure, Inconclusive } from "../engine/outcome.ts";

/**
 * Waits for what a check needs to go on. Where it never comes the check has no answer: whether it had to come is
 * another requirement's question, which is named.
 */
export async function needSoon<T>(check: CaseContext, blockedBy: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await check.eventually(attempt);
  } catch (error) {
    if (error instanceof Failure) throw new Inconclusive(error.message, blockedBy);
    throw error;
  }
}
