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
  /** Is the reference population there as well? True by default. */
  readonly reference?: boolean;
  /** What ids are: the names (the default), or generated ones. */
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
  readonly comments?: readonly { readonly by: string; readonly body: string; readonly mentions?: readonly string[] }[];
  readonly ago?: string;
}

/** A memory, with what it comes from. */
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
  readonly related?: readonly string[];
  /** Ids of what it is derived from outside the seed. */
  readonly sources?: readonly string[];
  /** Further edges that leave it, to a name of the seed or to the id of something else; they change no status. */
  readonly links?: readonly { readonly type: string; readonly to: string }[];
  readonly where?: string;
  readonly why?: string;
  /** Identity of the person or agent who stated it. */
  readonly statedBy?: string;
  readonly ago?: string;
}

/** What a seed has become: the ids behind its names, and the keys of its agents. */
export interface Seeded {
  readonly workspaceId: string;
  /** API key of each agent, by its name in the seed. */
  readonly keys: Readonly<Record<string, string>>;
  /** Id of everything that has a name in the seed, by that name. */
  readonly ids: Readonly<Record<string, string>>;
}
