import type { RuledCaller } from "../../rules.ts";
import { postAsService } from "../messages/posting.ts";
import type { Task } from "./model.ts";
import type { TaskEvent } from "./rules.ts";

/** Posts a message of the service about an event of a task into the channel that the task is bound to. */
export function postCard(caller: RuledCaller, task: Task, event: TaskEvent): void {
  if (task.channelId === null || !caller.rules.tasks.cardsFor.has(event)) return;
  const { id: taskId, identifier, status, title } = task;
  postAsService(caller, {
    channelId: task.channelId,
    content: `Task **${identifier}** ${event}: ${title}`,
    metadata: { taskCard: { taskId, identifier, event, status } },
  });
}
