import { notFound, openChannel } from "../../access.ts";
import type { ValuesOf } from "../../http/fields.ts";
import { type Rejection, rejection } from "../../rejection.ts";
import { requireQuota, requireTextQuota } from "../../require-quota.ts";
import type { RuledCaller } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import { takeAllowance } from "./allowance.ts";
import { postCard } from "./cards.ts";
import type { blockTaskFields, createTaskFields, releaseTaskFields } from "./fields.ts";
import type { Comment, StoredTask, Task } from "./model.ts";

/** Creates a task, when everything it names exists and the plan allows one more. */
export function createTask(caller: RuledCaller, input: ValuesOf<typeof createTaskFields>): Task {
  checkReferences(caller, input);
  requireQuota(caller, "tasks");
  takeAllowance(caller);
  const { task } = caller.workspace.tasks.add(newTask(caller, input), caller.now);
  postCard(caller, task, "created");
  return task;
}

function checkReferences(caller: RuledCaller, input: ValuesOf<typeof createTaskFields>): void {
  const { agents, users } = caller.workspace.directory;
  const { assigneeAgentId, assigneeUserId, parentTaskId, channelId } = input;
  if (assigneeAgentId !== undefined && !agents.has(assigneeAgentId)) throw notFound("agent", assigneeAgentId);
  if (assigneeUserId !== undefined && !users.has(assigneeUserId)) throw notFound("user", assigneeUserId);
  if (parentTaskId !== undefined && caller.rules.tasks.checksParents) visibleTask(caller, parentTaskId);
  if (channelId !== undefined) openChannel(caller, channelId, caller.rules.tasks.mayBind);
}

function newTask(caller: RuledCaller, input: ValuesOf<typeof createTaskFields>): Task {
  const { service, workspace, agent, now, rules } = caller;
  const createdAt = isoInstant(now);
  return {
    id: service.ids.uuid(workspace, "task"),
    identifier: `${workspace.taskPrefix}-${workspace.tasks.count + 1}`,
    workspaceId: workspace.id,
    title: input.title,
    description: input.description ?? null,
    status: input.status,
    priority: input.priority,
    version: 1,
    dueAt: null,
    assigneeUserId: input.assigneeUserId ?? null,
    assigneeAgentId: input.assigneeAgentId ?? null,
    createdByUserId: null,
    createdByAgentId: agent.id,
    parentTaskId: input.parentTaskId ?? null,
    channelId: input.channelId ?? null,
    originMessageId: null,
    originExtractionId: null,
    startedAt: input.status === "in_progress" ? createdAt : null,
    completedAt: null,
    cancelledAt: null,
    archivedAt: null,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
    ...rules.tasks.created(caller, input),
  };
}

/** Sets a task to blocked and leaves the reason as a comment. */
export function blockTask(caller: RuledCaller, { taskId, reason }: ValuesOf<typeof blockTaskFields>): Task {
  const { tasks: rules } = caller.rules;
  const stored = visibleTask(caller, taskId);
  const { status } = stored.task;
  if (!rules.blockableFrom(status)) {
    throw rejection("conflict", `A task that is ${status} cannot be blocked`, { details: { status } });
  }
  requireTextQuota(caller);
  const comments = rules.blockComments(stored.task, reason);
  changeTask(caller, stored, rules.blocked(caller, stored.task));
  if (comments) addComment(caller, stored, { authorAgentId: caller.agent.id, authorUserId: null }, reason);
  postCard(caller, stored.task, "blocked");
  return stored.task;
}

/** Clears the caller's assignment, so that another agent or user can claim the task. */
export function releaseTask(caller: RuledCaller, { taskId }: ValuesOf<typeof releaseTaskFields>): Task {
  const stored = visibleTask(caller, taskId);
  if (!caller.rules.tasks.mayRelease(caller, stored.task)) throw notTheAssignee(stored.task);
  changeTask(caller, stored, caller.rules.tasks.released(caller, stored.task));
  postCard(caller, stored.task, "released");
  return stored.task;
}

function notTheAssignee(task: Task): Rejection {
  return rejection("conflict", `The agent is not the assignee of ${task.identifier}`, {
    suggestion: "Only its assignee can release a task.",
    details: { assigneeAgentId: task.assigneeAgentId },
  });
}

/** Returns the task with this id. Throws a rejection unless it exists and the caller may see it. */
function visibleTask(caller: RuledCaller, taskId: string): StoredTask {
  const stored = caller.workspace.tasks.get(taskId);
  if (stored === undefined || stored.task.deletedAt !== null) throw notFound("task", taskId);
  if (caller.rules.tasks.maySee(caller, stored)) return stored;
  throw rejection("permission-denied", "The agent takes no part in this task", {
    suggestion: "An agent sees tasks that it or an agent it owns takes part in, and those of its channels.",
  });
}

/** Changes a task: one version further, updated now. */
export function changeTask(caller: RuledCaller, stored: StoredTask, changes: Partial<Task>): void {
  const { countsIdleChanges, nextVersion } = caller.rules.tasks;
  const current: Partial<Task> = stored.task;
  const isIdle = Object.entries(changes).every(([name, value]) => current[name as keyof Task] === value);
  if (isIdle && !countsIdleChanges) return;
  const version = nextVersion(stored.task.version);
  caller.workspace.tasks.change(stored, { ...changes, version, updatedAt: isoInstant(caller.now) });
}

/** Adds a comment, mentioning agents. */
export function addComment(
  { service, workspace, now }: Pick<RuledCaller, "service" | "workspace" | "now">,
  stored: StoredTask,
  author: Pick<Comment, "authorAgentId" | "authorUserId">,
  body: string,
  mentions: readonly string[] = [],
): void {
  const id = service.ids.uuid(workspace);
  workspace.tasks.comment(stored, { id, taskId: stored.task.id, ...author, body, createdAt: isoInstant(now) });
  for (const agentId of mentions) workspace.tasks.mention(stored, agentId);
}
