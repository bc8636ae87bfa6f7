import type { CheckContext } from "../../engine/check/check.ts";
import { statusesToBlockFrom } from "../../engine/resources/create-resources.ts";

/**
 * The statuses to start in that are tried for a task to block, as it is open from which it can be. Where the run has found
 * none from which its own tasks can be blocked, one says as much as all.
 */
export async function statusesToBlock(check: CheckContext): Promise<readonly string[]> {
  const { found } = await check.searchBaseline("block-task");
  return statusesToBlockFrom(check.context).slice(0, found ? undefined : 1);
}
