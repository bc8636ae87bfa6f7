import type { CaseContext } from "../engine/check/check.ts";
import { Failure } from "../outcome/failure.ts";

/** Attempts in all. */
const FEW = 3;

/**
 * Repeats an attempt that fails for as long as the target's patience lasts. The smallest run does so a few times only, with
 * longer pauses between: where an attempt takes several requests, nothing would be left to tell what failed.
 */
export async function eventuallyInFew<T>(check: CaseContext, attempt: () => Promise<T>): Promise<T> {
  if (check.world.budget !== "smoke") return check.eventually(attempt);
  for (let tried = 1; tried < FEW; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
    await check.pause(check.world.target.consistency.timeoutMs / (FEW - 1));
  }
  return attempt();
}
