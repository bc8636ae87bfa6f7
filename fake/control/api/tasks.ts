import { quoted } from "../../../spec/quoted.ts";
import { changeTask } from "../../features/tasks/logic.ts";
import type { Comment, Priority, StoredTask, Task, TaskStatus } from "../../features/tasks/model.ts";
import {
  archiveTask,
  cancelTask,
  commentAsPerson,
  commentOnTask,
  completeTask,
  deleteTask,
  setStatus,
} from "../../features/tasks/moves.ts";
import { problem } from "../problem.ts";
import { actor, agentOf, type Place, taskOf, userOf } from "./lookup.ts";

/** A task with data that the API does not show. */
export type TaskView = Task & { readonly comments: readonly Comment[]; readonly mentioned: readonly string[] };

/** Returns a task as the control interface shows it. */
export function taskView({ task, comments, mentioned }: StoredTask): TaskView {
  return { ...task, comments: [...comments], mentioned: [...mentioned] };
}

/** Every task of a workspace that is not deleted, newest first. */
export function listTasks({ workspace }: Place): readonly TaskView[] {
  return [...workspace.tasks.all()]
    .filter(({ task }) => task.deletedAt === null)
    .map(taskView)
    .reverse();
}

/** The changes that a person can make to a task; agents and users by id or name, null removes the assignment. */
export interface TaskChanges {
  readonly status?: TaskStatus;
  readonly priority?: Priority;
  readonly title?: string;
  readonly description?: string | null;
  readonly dueAt?: string | null;
  readonly assigneeAgent?: string | null;
  readonly assigneeUser?: string | null;
}

/** Changes a task as a person would; `done` and `cancelled` are the moves of that name. */
export function updateTask(place: Place, task: string, changes: TaskChanges): TaskView {
  const stored = taskOf(place, task);
  const { status, assigneeAgent, assigneeUser, ...plain } = changes;
  const assigned = {
    ...(assigneeAgent === undefined ? {} : { assigneeAgentId: assigneeAgent && agentOf(place, assigneeAgent).id }),
    ...(assigneeUser === undefined ? {} : { assigneeUserId: assigneeUser && userOf(place, assigneeUser).id }),
  };
  const fields = { ...plain, ...assigned };
  if (typeof plain.dueAt === "string" && Number.isNaN(Date.parse(plain.dueAt))) {
    throw problem(
      "invalid_input",
      `dueAt is ${quoted(plain.dueAt)}, which is not a date-time`,
      "Write it like 2026-01-31T12:00:00Z.",
    );
  }
  const caller = actor(place);
  if (Object.keys(fields).length > 0) changeTask(caller, stored, fields);
  if (status !== undefined && status !== stored.task.status) setStatus(caller, stored, status);
  return taskView(stored);
}

const MOVES = { complete: completeTask, cancel: cancelTask, archive: archiveTask, delete: deleteTask };

/** Moves of a task by name. */
export type TaskMove = keyof typeof MOVES;

/** Completes, cancels, archives or deletes a task. */
export function makeTaskMove(place: Place, task: string, move: TaskMove): TaskView {
  const stored = taskOf(place, task);
  MOVES[move](actor(place), stored);
  return taskView(stored);
}

/** The input for a comment, by an agent or by a person; the default agent if neither is named. */
export interface NewComment {
  readonly body: string;
  readonly agent?: string;
  readonly user?: string;
  /** Agents that it mentions, by id or name. */
  readonly mentions?: readonly string[];
}

/** Comments on a task. */
export function comment(place: Place, task: string, { body, agent, user, mentions = [] }: NewComment): TaskView {
  const stored = taskOf(place, task);
  const mentioned = mentions.map((each) => agentOf(place, each).id);
  if (user === undefined) {
    commentOnTask(actor(place, agent), stored, body, mentioned);
    return taskView(stored);
  }
  const { service, workspace } = place;
  const written = { userId: userOf(place, user).id, body, mentions: mentioned };
  commentAsPerson({ service, workspace, now: service.clock.now() }, stored, written);
  return taskView(stored);
}
