import { sleep } from "../client/sleep.ts";
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

/** In how many steps an absence is watched: the last look tells the most, and the smallest run takes it and the first. */
const LOOKS = { smoke: 1, standard: 4, thorough: 4 } as const;

/** Repeats an attempt for as long as an index may lag: what fails in between has happened too late, but has happened. */
export async function throughout(check: CaseContext, attempt: () => Promise<void>): Promise<void> {
  const { timeoutMs } = check.world.target.consistency;
  const looks = LOOKS[check.world.budget];
  for (let look = 0; look <= looks; look += 1) {
    await attempt();
    if (look < looks) await sleep(timeoutMs / looks);
  }
}
