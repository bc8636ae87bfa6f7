import type { ValuesOf } from "../../http/fields.ts";
import type { Caller } from "../../service.ts";
import type { createTaskFields, listTasksFields } from "./fields.ts";
import { type StoredTask, type Task, type TaskStatus, takesPart } from "./model.ts";

/** The rules of the reference for tasks; a mutant or a variant can replace each member. */
export interface TaskRules {
  /** Returns true if the caller may see a task, in a listing and by id. */
  readonly maySee: (caller: Caller, stored: StoredTask) => boolean;
  /** Returns true if the caller may bind a task to a channel. */
  readonly mayBind: (caller: Caller, channelId: string) => boolean;
  /** Has a parent to be a task that the caller may see? */
  readonly checksParents: boolean;
  /** Returns true if one more task is within the plan's allowance. */
  readonly withinAllowance: (used: number, allowance: number) => boolean;
  readonly blockableFrom: (status: TaskStatus) => boolean;
  readonly mayRelease: (caller: Caller, task: Task) => boolean;
  /** Returns the changes of a release. */
  readonly released: (caller: Caller, task: Task) => Partial<Task>;
  /** Returns the changes of blocking. */
  readonly blocked: (caller: Caller, task: Task) => Partial<Task>;
  /** Returns true if blocking leaves a comment with the reason. */
  readonly blockComments: (before: Task, reason: string) => boolean;
  /** True if a block or release that changes nothing increases the version. */
  readonly countsIdleChanges: boolean;
  readonly nextVersion: (version: number) => number;
  /** Events that post a card into a bound channel. */
  readonly cardsFor: ReadonlySet<TaskEvent>;
  /** Returns true if a task is in the index of list-tasks. */
  readonly indexed: (caller: Caller, stored: StoredTask) => boolean;
  /** The filters of list-tasks; a filter that was not requested accepts every task. */
  readonly filters: Readonly<Record<TaskFilter, (task: Task, wanted: string) => boolean>>;
  readonly order: "newest-first" | "oldest-first";
  /** Returns the members of a new task that the request does not state. */
  readonly created: (caller: Caller, input: ValuesOf<typeof createTaskFields>) => Partial<Task>;
}

/** Changes of a task that are reported in its channel. */
export type TaskEvent = "created" | "blocked" | "released" | "completed" | "cancelled";

/** Filters of list-tasks, by role. */
export type TaskFilter = Exclude<keyof ValuesOf<typeof listTasksFields>, "limit">;

/** The reference. */
export const taskRules: TaskRules = {
  maySee: ({ workspace: { directory }, agent }, stored) => {
    const { channelId } = stored.task;
    if (channelId !== null && directory.isMember(channelId, agent.id)) return true;
    return takesPart(stored, agent.id) || directory.ownedBy(agent.id).some((owned) => takesPart(stored, owned));
  },
  mayBind: ({ workspace, agent }, channelId) => workspace.directory.isMember(channelId, agent.id),
  checksParents: true,
  withinAllowance: (used, allowance) => used < allowance,
  blockableFrom: (status) => status !== "done" && status !== "cancelled",
  mayRelease: ({ agent }, task) => task.assigneeAgentId === agent.id,
  released: () => ({ assigneeAgentId: null }),
  blocked: () => ({ status: "blocked" }),
  blockComments: () => true,
  countsIdleChanges: true,
  nextVersion: (version) => version + 1,
  cardsFor: new Set(["created", "blocked", "released", "completed", "cancelled"]),
  indexed: () => true,
  filters: {
    status: (task, wanted) => task.status === wanted,
    priority: (task, wanted) => task.priority === wanted,
    assigneeAgent: (task, wanted) => task.assigneeAgentId === wanted,
    assigneeUser: (task, wanted) => task.assigneeUserId === wanted,
    channel: (task, wanted) => task.channelId === wanted,
    text: (task, wanted) => holdsText(task, wanted.toLowerCase()),
  },
  order: "newest-first",
  created: () => ({}),
};

function holdsText({ title, description, identifier }: Task, folded: string): boolean {
  return [title, description ?? "", identifier].some((text) => text.toLowerCase().includes(folded));
}
