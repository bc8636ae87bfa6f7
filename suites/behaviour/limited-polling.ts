import type { CaseContext } from "../engine/check/check.ts";
import { Failure } from "../outcome/failure.ts";

/** Attempts in all. */
const MAX_ATTEMPTS = 3;

/**
 * Repeats an attempt that fails a few times only, with long pauses between, for as long as the target's patience lasts: for
 * attempts that take several requests.
 */
export async function eventuallyInFew<T>(check: CaseContext, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; tried < MAX_ATTEMPTS; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
    await check.pause(check.context.target.consistency.timeoutMs / (MAX_ATTEMPTS - 1));
  }
  return attempt();
}
