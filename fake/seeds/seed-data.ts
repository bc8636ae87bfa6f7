import type { MemoryKind, MemoryStatus } from "../features/memories/model.ts";
import type { Priority, TaskStatus } from "../features/tasks/model.ts";

/**
 * The world of a test: a workspace in which everything has a name, by which the other parts refer to it.
 * Schema: `spec/schemas/seed.schema.json`.
 *
 * @example
 * const fake = await createFake({
 *   seedData: {
 *     agents: { builder: { key: "wak_builder" } },
 *     channels: { general: { members: ["builder"] } },
 *     messages: [{ id: "hello", channel: "general", from: "builder", content: "Hello" }],
 *   },
 * });
 */
export interface SeedData {
  /**
   * True if the reference population is also created (the default); with `extended` this seed adds to its workspace.
   */
  readonly reference?: boolean | "extended";
  /** The form of ids: the names (the default), or generated ones. */
  readonly ids?: "names" | "generated";
  readonly workspace?: { readonly name?: string; readonly monthlyTasks?: number; readonly maxFileBytes?: number };
  readonly agents: ByName<{
    readonly key?: string;
    readonly name?: string;
    readonly owner?: string;
    readonly identity?: string;
  }>;
  readonly users?: ByName<{ readonly name?: string; readonly identity?: string }>;
  readonly channels?: ByName<{ readonly members?: readonly string[] }>;
  readonly scopes?: ByName<SeedScope>;
  readonly messages?: readonly SeedMessage[];
  readonly tasks?: readonly SeedTask[];
  readonly memories?: readonly SeedMemory[];
}

type ByName<T> = Readonly<Record<string, T | null>>;

/** A scope, with the agents that have permissions on it. */
export interface SeedScope {
  readonly kind?: string;
  readonly name?: string;
  readonly read?: readonly string[];
  /** These can read, too. */
  readonly write?: readonly string[];
}

/** A message by an agent or a user. */
export interface SeedMessage {
  readonly id?: string;
  readonly channel: string;
  readonly from: string;
  readonly content: string;
  readonly thread?: string;
  readonly needsHuman?: string;
  /** How long ago a person handled it, so that it is no longer flagged. */
  readonly resolved?: string;
  readonly files?: readonly { readonly name: string; readonly mimeType?: string; readonly content: string }[];
  readonly ago?: string;
}

/** A task, in any status. */
export interface SeedTask {
  readonly id?: string;
  readonly title: string;
  readonly description?: string;
  readonly status?: TaskStatus;
  readonly priority?: Priority;
  readonly by?: string;
  readonly assignee?: string;
  readonly channel?: string;
  readonly parent?: string;
  /** When it is due, counted from now: `2d`, or `-2d` for two days ago. */
  readonly due?: string;
  readonly comments?: readonly SeedComment[];
  /** Statuses that it got since it was created. */
  readonly moves?: readonly SeedMove[];
  readonly ago?: string;
}

/** A comment by an agent or a user; as old as its task by default. */
export interface SeedComment {
  readonly by: string;
  readonly body: string;
  readonly mentions?: readonly string[];
  readonly ago?: string;
}

/** A change of a task's status by an agent, by default by the one that created the task. */
export interface SeedMove {
  readonly status: TaskStatus;
  readonly ago: string;
  readonly by?: string;
  /** Why it is blocked: a comment, as block-task makes it. */
  readonly reason?: string;
}

/** A memory, with its sources. */
export interface SeedMemory {
  readonly id?: string;
  readonly scope: string;
  readonly by?: string;
  readonly content: string;
  readonly kind?: MemoryKind;
  readonly status?: MemoryStatus;
  readonly confidence?: number;
  readonly ttlSeconds?: number;
  readonly from?: readonly string[];
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly supersedes?: string;
  /** Memory that it contradicts, which is contested from then on. */
  readonly contests?: string;
  /** When and why it was declared wrong, by default by the agent that wrote it. */
  readonly invalidated?: { readonly ago: string; readonly reason: string; readonly by?: string };
  readonly related?: readonly string[];
  /** Ids of its sources outside the seed. */
  readonly sources?: readonly string[];
  /** Further edges that leave it, to a name of the seed or to the id of something else; they change no status. */
  readonly links?: readonly { readonly type: string; readonly to: string }[];
  readonly where?: string;
  readonly why?: string;
  /** Identity of the person or agent who stated it. */
  readonly statedBy?: string;
  readonly ago?: string;
}

/** The result of a seed: the ids of its names, and the keys of its agents. */
export interface Seeded {
  readonly workspaceId: string;
  /** API key of each agent that the seed adds, by its name in the seed. */
  readonly keys: Readonly<Record<string, string>>;
  /** Id of everything that has a name in the seed, by that name. */
  readonly ids: Readonly<Record<string, string>>;
}
