import type { CaseContext } from "../engine/check/check.ts";
import { Failure } from "../outcome/failure.ts";

/** The maximum number of attempts. */
const MAX_ATTEMPTS = 3;

/**
 * Retries a failing attempt a few times, with long pauses, within the consistency timeout. For attempts that need
 * several requests.
 */
export async function pollWithFewAttempts<T>(check: CaseContext, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
    await check.pause(check.context.target.consistency.timeoutMs / (MAX_ATTEMPTS - 1));
  }
  return attempt();
}
