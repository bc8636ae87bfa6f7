import type { RuledCaller } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import { postCard } from "./cards.ts";
import { addComment, changeTask } from "./logic.ts";
import type { INITIAL_STATUSES, StoredTask, TaskStatus } from "./model.ts";

/** Moves of a task that the contract does not show; the control interface and the seeding make them. */

/** The statuses of a task that has not ended. */
type OpenStatus = (typeof INITIAL_STATUSES)[number];

/** Ends a task as done. */
export function completeTask(caller: RuledCaller, stored: StoredTask): void {
  changeTask(caller, stored, { status: "done", completedAt: isoInstant(caller.now) });
  postCard(caller, stored.task, "completed");
}

/** Ends a task as cancelled. */
export function cancelTask(caller: RuledCaller, stored: StoredTask): void {
  changeTask(caller, stored, { status: "cancelled", cancelledAt: isoInstant(caller.now) });
  postCard(caller, stored.task, "cancelled");
}

/** Puts a task away; its status stays, and listings still show it. */
export function archiveTask(caller: RuledCaller, stored: StoredTask): void {
  changeTask(caller, stored, { archivedAt: isoInstant(caller.now) });
}

/** Deletes a task: it is in no listing and by no id from then on. */
export function deleteTask(caller: RuledCaller, stored: StoredTask): void {
  changeTask(caller, stored, { deletedAt: isoInstant(caller.now) });
}

/** Moves a task to an open status. */
function moveTask(caller: RuledCaller, stored: StoredTask, status: OpenStatus): void {
  const begun = status === "in_progress" ? (stored.task.startedAt ?? isoInstant(caller.now)) : stored.task.startedAt;
  changeTask(caller, stored, { status, startedAt: begun, completedAt: null, cancelledAt: null });
}

/** Gives a task another status, as a person does in the web interface; `done` and `cancelled` are the moves of that name. */
export function setStatus(caller: RuledCaller, stored: StoredTask, status: TaskStatus): void {
  if (status === "done") completeTask(caller, stored);
  else if (status === "cancelled") cancelTask(caller, stored);
  else moveTask(caller, stored, status);
}

/** Comments on a task as the caller, mentioning agents. */
export function commentOnTask(
  caller: RuledCaller,
  stored: StoredTask,
  body: string,
  mentions: readonly string[] = [],
): void {
  addComment(caller, stored, { authorAgentId: caller.agent.id, authorUserId: null }, body, mentions);
}

/** Comments on a task as a person, mentioning agents. */
export function commentAsPerson(
  place: Parameters<typeof addComment>[0],
  stored: StoredTask,
  { userId, body, mentions }: { readonly userId: string; readonly body: string; readonly mentions: readonly string[] },
): void {
  addComment(place, stored, { authorAgentId: null, authorUserId: userId }, body, mentions);
}
