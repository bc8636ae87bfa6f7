import type { JsonObject } from "./shape.ts";
import { type Table, table } from "./table.ts";

interface Workspace {
  readonly id: string;
  readonly org: string;
  /** Tasks that may still be created this month. */
  readonly tasksLeft: number;
}

export interface Agent {
  readonly id: string;
  readonly identity: string;
  readonly workspace: string;
  readonly key: string;
  readonly name: string;
  readonly owner?: string;
}

export interface User {
  readonly id: string;
  readonly identity: string;
  readonly workspace: string;
  readonly name: string;
}

export interface Channel {
  readonly id: string;
  readonly workspace: string;
  readonly name: string;
  readonly members: readonly string[];
}

export interface Scope {
  readonly id: string;
  readonly workspace: string;
  readonly kind: string;
  readonly name: string;
  readonly readers: readonly string[];
}

export interface Message {
  readonly id: string;
  readonly workspace: string;
  readonly channel: string;
  readonly place: number;
  readonly parent?: string;
  readonly senderType: string;
  readonly sender: string;
  readonly senderIdentity: string;
  readonly content: string;
  readonly metadata: JsonObject;
  readonly attachments: readonly string[];
  readonly replies: number;
  readonly version: number;
  readonly created: number;
  readonly updated: number;
}

export interface Task {
  readonly id: string;
  readonly workspace: string;
  readonly place: number;
  readonly identifier: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly status: string;
  readonly priority: string;
  readonly version: number;
  readonly agent?: string | undefined;
  readonly user?: string | undefined;
  readonly creator: string;
  readonly creatorIsAgent: boolean;
  readonly parent?: string | undefined;
  readonly channel?: string | undefined;
  readonly comments: readonly { readonly by: string; readonly text: string }[];
  readonly mentions: readonly string[];
  readonly created: number;
  readonly updated: number;
  readonly ended?: number | undefined;
}

export interface Upload {
  readonly id: string;
  readonly workspace: string;
  readonly channel: string;
  readonly uploader: string;
  readonly name: string;
  readonly mime: string;
  readonly declared?: number | undefined;
  readonly largest: number;
  readonly bytes?: Buffer | undefined;
  readonly message?: string | undefined;
  readonly created: number;
}

export interface Memory {
  readonly id: string;
  readonly workspace: string;
  readonly place: number;
  readonly scope: string;
  readonly kind: string;
  readonly status: string;
  readonly content: string;
  readonly confidence: number;
  readonly version: number;
  readonly ttl?: number | undefined;
  readonly rawTtl: boolean;
  readonly expires?: number | undefined;
  readonly created: number;
  readonly invalidated?: number | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly origin: JsonObject;
  readonly statedBy?: string | undefined;
}

export interface Edge {
  readonly id: string;
  readonly workspace: string;
  readonly from: string;
  readonly fromType: string;
  readonly to: string;
  readonly toType: string;
  readonly type: string;
  readonly created: number;
}

interface Challenge {
  /** The token itself. */
  readonly id: string;
  readonly agent: string;
  readonly used: boolean;
}

/** The complete state of the server. */
export interface World {
  readonly workspaces: Table<Workspace>;
  readonly agents: Table<Agent>;
  readonly users: Table<User>;
  readonly channels: Table<Channel>;
  readonly scopes: Table<Scope>;
  readonly messages: Table<Message>;
  readonly tasks: Table<Task>;
  readonly uploads: Table<Upload>;
  readonly memories: Table<Memory>;
  readonly edges: Table<Edge>;
  readonly challenges: Table<Challenge>;
}

/** Creates an empty world. */
export function emptyWorld(now: () => number): World {
  return {
    workspaces: table(now),
    agents: table(now),
    users: table(now),
    channels: table(now),
    scopes: table(now),
    messages: table(now),
    tasks: table(now),
    uploads: table(now),
    memories: table(now),
    edges: table(now),
    challenges: table(now),
  };
}
