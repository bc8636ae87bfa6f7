import type { RuledCaller } from "../../rules.ts";
import { postAsService } from "../messages/posting.ts";
import type { Task } from "./model.ts";
import type { TaskEvent } from "./rules.ts";

/** Tells a bound task's channel what happened to it, as a message of the service. */
export function postCard(caller: RuledCaller, task: Task, event: TaskEvent): void {
  if (task.channelId === null || !caller.rules.tasks.cardsFor.has(event)) return;
  const { id: taskId, identifier, status, title } = task;
  postAsService(caller, {
    channelId: task.channelId,
    content: `Task **${identifier}** ${event}: ${title}`,
    metadata: { taskCard: { taskId, identifier, event, status } },
  });
}
