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

/** What a look finds; where that is nothing, what one finds when all that was written is everywhere, as far as lags have told. */
export async function foundAtLast<T>(check: CaseContext, find: () => Promise<T | null>): Promise<T | null> {
  const found = await find();
  if (found !== null) return found;
  await check.settled();
  return find();
}
