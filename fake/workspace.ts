import { createDirectory, type Directory } from "./directory.ts";
import { type ChallengeStore, createChallengeStore } from "./features/connection/store.ts";
import { createFileStore, type FileStore } from "./features/files/store.ts";
import { createMemoryStore, type MemoryStore } from "./features/memories/store.ts";
import { createMessageStore, type MessageStore } from "./features/messages/store.ts";
import { createTaskStore, type TaskStore } from "./features/tasks/store.ts";
import { type Quota, REFERENCE_QUOTA } from "./quota.ts";
import type { Place } from "./runtime/ids.ts";

/** The limits of a workspace's plan. */
export interface Plan {
  /** Tasks that may be made in a calendar month (UTC). */
  monthlyTasks: number;
  /** Tasks made in {@link Plan.month}. */
  used: number;
  /** The month that `used` counts, `2026-01`. */
  month: string;
  /** Largest file, in bytes. */
  maxFileBytes: number;
}

/** Everything that one workspace holds. */
export interface Workspace extends Place {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  /** First part of its tasks' identifiers: `WAC` in `WAC-12`. */
  readonly taskPrefix: string;
  readonly plan: Plan;
  /** The limit of its content. */
  readonly quota: Quota;
  readonly directory: Directory;
  readonly messages: MessageStore;
  readonly tasks: TaskStore;
  readonly files: FileStore;
  readonly memories: MemoryStore;
  readonly challenges: ChallengeStore;
}

/** Creates an empty workspace. */
export function createWorkspace(facts: Pick<Workspace, "id" | "orgId" | "name" | "taskPrefix" | "plan">): Workspace {
  return {
    ...facts,
    counted: {},
    quota: { ...REFERENCE_QUOTA },
    directory: createDirectory(),
    messages: createMessageStore(),
    tasks: createTaskStore(),
    files: createFileStore(),
    memories: createMemoryStore(),
    challenges: createChallengeStore(),
  };
}
