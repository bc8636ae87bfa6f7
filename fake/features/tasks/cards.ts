import type { Caller } from "../../service.ts";
import type { Task } from "./model.ts";
import type { TaskEvent } from "./rules.ts";

/** Tells a bound task's channel what happened to it, as a message of the service. */
export function postCard(caller: Caller, task: Task, event: TaskEvent): void {
  const { service, workspace, rules, now } = caller;
  if (task.channelId === null || !rules.tasks.cardsFor.has(event)) return;
  const { id: taskId, identifier, status, title } = task;
  workspace.messages.add({
    id: service.ids.uuid(),
    channelId: task.channelId,
    parentId: null,
    senderType: "system",
    senderId: workspace.id,
    authorIdentityId: null,
    content: `Task **${identifier}** ${event}: ${title}`,
    metadata: { taskCard: { taskId, identifier, event, status } },
    madeAt: now,
  });
}
