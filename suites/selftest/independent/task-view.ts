import type { Bench } from "./call.ts";
import { bag, type JsonObject } from "./shape.ts";
import type { Task } from "./world.ts";

/** A task as answers show it: what has no value is absent. */
export function taskView({ isMutated, clock }: Bench, task: Task): JsonObject {
  const at = (time: number | undefined) => (time === undefined ? undefined : clock.write(time));
  const creator = isMutated("tasks.created-by-assignee") && task.agent ? task.agent : task.creator;
  return bag({
    updatedAt: at(task.updated),
    createdAt: isMutated("tasks.due-zoneless") ? clock.write(task.created).slice(0, 19) : at(task.created),
    version: isMutated("tasks.version-text") ? String(task.version) : task.version,
    id: task.id,
    title: task.title,
    identifier: task.identifier,
    workspaceId: task.workspace,
    status: task.status,
    priority: task.priority,
    description: task.description,
    assigneeAgentId: task.agent,
    assigneeUserId: task.user,
    createdByAgentId: task.creatorIsAgent ? creator : undefined,
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

/** A task as list-tasks shows it: the same, but for planted faults. */
export function listedTask(bench: Bench, task: Task): JsonObject {
  const { isMutated } = bench;
  const shown = isMutated("tasks.list-stale") ? { ...task, status: task.firstStatus } : task;
  const view = taskView(bench, isMutated("tasks.description-lost") ? { ...shown, description: undefined } : shown);
  if (isMutated("tasks.created-by-missing-in-list") && task.agent) view.createdByAgentId = task.agent;
  if (isMutated("tasks.status-upper-in-list")) view.status = task.status.toUpperCase();
  if (isMutated("tasks.version-missing-in-list")) delete view.version;
  return view;
}
