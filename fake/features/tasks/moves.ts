import { isoInstant } from "../../runtime/clock.ts";
import type { Caller } from "../../service.ts";
import { postCard } from "./cards.ts";
import { addComment, changeTask } from "./logic.ts";
import type { StoredTask } from "./model.ts";

/** Moves of a task that the contract does not show; the control interface and the seeding make them. */

/** Ends a task as done. */
export function completeTask(caller: Caller, stored: StoredTask): void {
  changeTask(caller, stored, { status: "done", completedAt: isoInstant(caller.now) });
  postCard(caller, stored.task, "completed");
}

/** Ends a task as cancelled. */
export function cancelTask(caller: Caller, stored: StoredTask): void {
  changeTask(caller, stored, { status: "cancelled", cancelledAt: isoInstant(caller.now) });
  postCard(caller, stored.task, "cancelled");
}

/** Comments on a task as the caller, mentioning agents. */
export function commentOnTask(
  caller: Caller,
  stored: StoredTask,
  body: string,
  mentions: readonly string[] = [],
): void {
  addComment(caller, stored, body);
  for (const agentId of mentions) caller.workspace.tasks.mention(stored, agentId);
}
