import type { CheckContext } from "../../engine/check.ts";
import { fieldSchema, wordsOf } from "../document-facts.ts";

/**
 * The statuses to start in that are tried for a task to block, as it is open from which it can be: what is under way is
 * the most likely. Where the run has found none from which its own tasks can be blocked, one says as much as all.
 */
export async function statusesToBlock(check: CheckContext): Promise<readonly string[]> {
  const statuses = wordsOf(fieldSchema(check.world.document, "create-task", "status"), "the initial status");
  const inTurn = [...statuses.slice(2), ...statuses.slice(0, 2)];
  const { found } = await check.searchBaseline("block-task");
  return found ? inTurn : inTurn.slice(0, 1);
}
