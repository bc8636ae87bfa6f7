import { Inconclusive } from "../client/unanswered.ts";
import { comesToBe } from "../engine/cases/attempt.ts";
import type { CaseContext } from "../engine/check/check.ts";
import { Failure } from "../outcome/failure.ts";
import { expectThat } from "../verifiers/expect.ts";

/**
 * Waits for what a check needs to go on. If it never comes, the check is inconclusive: whether it had to come is
 * another requirement's question, which is named.
 */
export async function requireSoon<T>(check: CaseContext, blockedBy: string, attempt: () => Promise<T>): Promise<T> {
  return orBlocked(blockedBy, () => check.eventually(attempt));
}

/** The result of an attempt. If it fails, the check is inconclusive, blocked by the requirement named. */
export async function orBlocked<T>(blockedBy: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof Failure) throw new Inconclusive(error.message, blockedBy);
    throw error;
  }
}

/** What a look finds before the target's patience is over; null where that is nothing. */
export async function foundAtLast<T>(check: CaseContext, find: () => Promise<T | null>): Promise<T | null> {
  let found: T | null = null;
  await comesToBe(check, async () => {
    found = await find();
    expectThat(found !== null, { message: "not there yet", expected: "something", actual: "nothing", keyword: "lag" });
  });
  return found;
}
