import type { CheckContext } from "../../engine/check/check.ts";
import { statusesToBlockFrom } from "../../engine/resources/create-resources.ts";

/**
 * Returns the initial statuses to try for a task to block, since the contract leaves open which ones allow it. If the
 * run's own tasks could not be blocked from any, one is enough.
 */
export async function statusesToBlock(check: CheckContext): Promise<readonly string[]> {
  const { found } = await check.searchBaseline("block-task");
  return statusesToBlockFrom(check.context).slice(0, found ? undefined : 1);
}
