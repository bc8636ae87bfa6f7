import { Inconclusive } from "../client/inconclusive.ts";
import { succeedsEventually } from "../engine/cases/attempt.ts";
import type { CaseContext } from "../engine/check/check.ts";
import { Failure } from "../outcome/failure.ts";
import { expectThat } from "../verifiers/expect.ts";

/**
 * Waits for a precondition of a check. If it is never met, the check is inconclusive, blocked by the named requirement,
 * which decides whether it had to be.
 */
export async function requireEventually<T>(
  check: CaseContext,
  blockedBy: string,
  attempt: () => Promise<T>,
): Promise<T> {
  return orBlocked(blockedBy, () => check.eventually(attempt));
}

/** Returns the result of an attempt. If it fails, the check is inconclusive, blocked by the named requirement. */
export async function orBlocked<T>(blockedBy: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof Failure) throw new Inconclusive(error.message, blockedBy);
    throw error;
  }
}

/** Returns the first result of `find` that is not null within the consistency timeout; null if there is none. */
export async function findEventually<T>(check: CaseContext, find: () => Promise<T | null>): Promise<T | null> {
  let found: T | null = null;
  await succeedsEventually(check, async () => {
    found = await find();
    expectThat(found !== null, {
      message: "not listed yet",
      expected: "at least one item",
      actual: "no item",
      keyword: "lag",
    });
  });
  return found;
}
