import type { Sequenced } from "../../sorted-index.ts";

/** Every status of a task. */
export const TASK_STATUSES = [
  "triage",
  "backlog",
  "todo",
  "in_progress",
  "blocked",
  "in_review",
  "done",
  "cancelled",
] as const;
/** The statuses that a task may start in. */
export const INITIAL_STATUSES = ["triage", "backlog", "todo", "in_progress", "blocked", "in_review"] as const;
/** Every priority of a task. */
export const PRIORITIES = ["none", "low", "medium", "high", "urgent"] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];
export type Priority = (typeof PRIORITIES)[number];

/** A task with every field that the contract names. A change replaces it by a new object. */
export interface Task {
  readonly id: string;
  readonly identifier: string;
  readonly workspaceId: string;
  readonly title: string;
  readonly description: string | null;
  readonly status: TaskStatus;
  readonly priority: Priority;
  readonly version: number;
  readonly dueAt: string | null;
  readonly assigneeUserId: string | null;
  readonly assigneeAgentId: string | null;
  readonly createdByUserId: string | null;
  readonly createdByAgentId: string | null;
  readonly parentTaskId: string | null;
  readonly channelId: string | null;
  readonly originMessageId: string | null;
  readonly originExtractionId: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly cancelledAt: string | null;
  readonly archivedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
}

/** A comment on a task. */
export interface Comment {
  readonly id: string;
  readonly taskId: string;
  readonly authorAgentId: string | null;
  readonly authorUserId: string | null;
  readonly body: string;
  readonly createdAt: string;
}

/** A task in the store, with the data that decides who may see it. */
export interface StoredTask extends Sequenced {
  /** The current state. */
  task: Task;
  readonly comments: Comment[];
  /** Agents mentioned in the task or in a comment. */
  readonly mentioned: Set<string>;
  readonly madeAt: number;
}

/** The ways in which an agent can take part in a task. */
export interface Participation {
  readonly assigned: boolean;
  readonly created: boolean;
  readonly commented: boolean;
  readonly mentioned: boolean;
}

/** Returns true if an agent takes part in a task in any way. */
export function takesPart({ task, comments, mentioned }: StoredTask, agentId: string): boolean {
  return (
    task.createdByAgentId === agentId ||
    task.assigneeAgentId === agentId ||
    mentioned.has(agentId) ||
    comments.some((comment) => comment.authorAgentId === agentId)
  );
}

/** Returns the ways in which an agent takes part in a task. */
export function participationOf({ task, comments, mentioned }: StoredTask, agentId: string): Participation {
  return {
    assigned: task.assigneeAgentId === agentId,
    created: task.createdByAgentId === agentId,
    commented: comments.some((comment) => comment.authorAgentId === agentId),
    mentioned: mentioned.has(agentId),
  };
}
