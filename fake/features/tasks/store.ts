import { createSortedIndex, type SortedIndex } from "../../sorted-index.ts";
import type { Comment, StoredTask, Task } from "./model.ts";

/** The tasks of one workspace, with an index for every filter of a listing. */
export interface TaskStore {
  readonly count: number;
  /** Of all that is written in them and in their comments. */
  readonly characters: number;
  get(id: string): StoredTask | undefined;
  add(task: Task, madeAt: number): StoredTask;
  /** Replaces a task with its changed version, and keeps the indexes true. */
  change(stored: StoredTask, changes: Partial<Task>): void;
  comment(stored: StoredTask, comment: Comment): void;
  mention(stored: StoredTask, agentId: string): void;
  /** Tasks, oldest first, by one property. */
  readonly by: TaskIndexes;
  all(): IterableIterator<StoredTask>;
}

/** The indexes of the store; each list is sorted oldest first. */
export interface TaskIndexes {
  /** By an agent that is or was assignee, creator, commenter or mentioned. */
  readonly participant: SortedIndex<StoredTask>;
  readonly channel: SortedIndex<StoredTask>;
  readonly status: SortedIndex<StoredTask>;
  readonly priority: SortedIndex<StoredTask>;
  readonly assigneeAgent: SortedIndex<StoredTask>;
  readonly assigneeUser: SortedIndex<StoredTask>;
}

/** Indexes that follow one field of the task. */
const FIELDS = [
  ["channel", "channelId"],
  ["status", "status"],
  ["priority", "priority"],
  ["assigneeAgent", "assigneeAgentId"],
  ["assigneeUser", "assigneeUserId"],
] as const;

/** Creates an empty store. */
export function createTaskStore(): TaskStore {
  const byId = new Map<string, StoredTask>();
  const by: TaskIndexes = {
    participant: createSortedIndex(),
    channel: createSortedIndex(),
    status: createSortedIndex(),
    priority: createSortedIndex(),
    assigneeAgent: createSortedIndex(),
    assigneeUser: createSortedIndex(),
  };
  let characters = 0;
  const addParticipant = (stored: StoredTask, agentId: string | null) => {
    if (agentId !== null) by.participant.add(agentId, stored);
  };
  return {
    get count() {
      return byId.size;
    },
    get characters() {
      return characters;
    },
    by,
    get: (id) => byId.get(id),
    all: () => byId.values(),
    add: (task, madeAt) => {
      const stored: StoredTask = { task, comments: [], mentioned: new Set(), madeAt, sequence: byId.size };
      byId.set(task.id, stored);
      characters += task.title.length + (task.description?.length ?? 0);
      for (const [index, field] of FIELDS) {
        const key = task[field];
        if (key !== null) by[index].add(key, stored);
      }
      addParticipant(stored, task.createdByAgentId);
      addParticipant(stored, task.assigneeAgentId);
      return stored;
    },
    change: (stored, changes) => {
      for (const [index, field] of FIELDS) {
        const before = stored.task[field];
        const after = changes[field];
        if (after === undefined || after === before) continue;
        if (before !== null) by[index].remove(before, stored);
        if (after !== null) by[index].add(after, stored);
      }
      stored.task = { ...stored.task, ...changes };
      addParticipant(stored, changes.assigneeAgentId ?? null);
    },
    comment: (stored, comment) => {
      stored.comments.push(comment);
      characters += comment.body.length;
      addParticipant(stored, comment.authorAgentId);
    },
    mention: (stored, agentId) => {
      stored.mentioned.add(agentId);
      addParticipant(stored, agentId);
    },
  };
}
