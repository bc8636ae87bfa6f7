import type { Bench } from "./call.ts";
import { bag, type JsonObject } from "./shape.ts";
import type { Task } from "./world.ts";

/** Returns a task as responses show it: members without a value are absent. */
export function taskView({ clock }: Bench, task: Task): JsonObject {
  const at = (time: number | undefined) => (time === undefined ? undefined : clock.write(time));
  return bag({
    updatedAt: at(task.updated),
    createdAt: at(task.created),
    version: task.version,
    id: task.id,
    title: task.title,
    identifier: task.identifier,
    workspaceId: task.workspace,
    status: task.status,
    priority: task.priority,
    description: task.description,
    assigneeAgentId: task.agent,
    assigneeUserId: task.user,
    createdByAgentId: task.creatorIsAgent ? task.creator : undefined,
    createdByUserId: task.creatorIsAgent ? undefined : task.creator,
    parentTaskId: task.parent,
    channelId: task.channel,
    completedAt: task.status === "done" ? at(task.ended) : undefined,
    cancelledAt: task.status === "cancelled" ? at(task.ended) : undefined,
    labels: [],
    commentCount: task.comments.length,
    _links: { self: `/tasks/${encodeURIComponent(task.id)}` },
  });
}
