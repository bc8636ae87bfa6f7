import type { Agent, Channel, Scope, ScopePermission, User } from "../directory.ts";
import type { ChallengeToken } from "../features/connection/store.ts";
import type { StoredFile } from "../features/files/model.ts";
import type { Edge, Memory } from "../features/memories/model.ts";
import type { Message } from "../features/messages/model.ts";
import type { Comment, Task } from "../features/tasks/model.ts";
import type { Quota } from "../quota.ts";
import type { Plan, Workspace } from "../workspace.ts";

/** The properties of a workspace without its content. */
export interface WorkspaceFacts extends Pick<Workspace, "id" | "orgId" | "name" | "taskPrefix"> {
  readonly counted?: Workspace["counted"];
  readonly plan: Plan;
  /** The quotas, under the name that snapshots have always used. */
  readonly room: Omit<Quota, "characters"> & Partial<Pick<Quota, "characters">>;
}

/** An agent with its memberships, in the order in which it got them. */
export interface AgentRecord extends Agent {
  readonly channels: readonly string[];
  readonly scopes: Readonly<Record<ScopePermission, readonly string[]>>;
}

/**
 * One record of a workspace's content. A workspace's records follow its own; those of a kind are ordered oldest first.
 */
export type StateRecord =
  | readonly ["workspace", WorkspaceFacts]
  | readonly ["channel", Omit<Channel, "archivedAt"> & Partial<Pick<Channel, "archivedAt">>]
  | readonly ["scope", Scope]
  | readonly ["user", User]
  | readonly ["agent", AgentRecord]
  | readonly ["message", { message: Message; authorIdentityId: string | null; madeAt: number }]
  | readonly ["task", { task: Task; comments: readonly Comment[]; mentioned: readonly string[]; madeAt: number }]
  | readonly ["file", StoredFile]
  | readonly ["memory", { memory: Memory; scopeId: string; madeAt: number }]
  | readonly ["edge", Edge]
  | readonly ["challenge", ChallengeToken];

/** Yields the content of a workspace, as copies that later changes do not affect. */
export function* recordsOf(workspace: Workspace): Generator<StateRecord> {
  const { id, orgId, name, taskPrefix, plan, quota, directory, counted } = workspace;
  const numbers = Object.keys(counted).length === 0 ? {} : { counted: { ...counted } };
  yield ["workspace", { id, orgId, name, taskPrefix, plan: { ...plan }, room: { ...quota }, ...numbers }];
  for (const channel of directory.channels.values()) yield ["channel", { ...channel }];
  for (const scope of directory.scopes.values()) yield ["scope", { ...scope }];
  for (const user of directory.users.values()) yield ["user", { ...user }];
  for (const agent of directory.agents.values()) yield ["agent", agentRecord(workspace, agent)];
  for (const { message, authorIdentityId, madeAt } of workspace.messages.all()) {
    yield ["message", { message: { ...message }, authorIdentityId, madeAt }];
  }
  for (const { task, comments, mentioned, madeAt } of workspace.tasks.all()) {
    yield ["task", { task: { ...task }, comments: [...comments], mentioned: [...mentioned], madeAt }];
  }
  for (const file of workspace.files.all()) yield ["file", { ...file }];
  for (const { memory, scopeId, madeAt } of workspace.memories.all()) {
    yield ["memory", { memory: { ...memory }, scopeId, madeAt }];
  }
  for (const edge of workspace.memories.edges.all()) yield ["edge", { ...edge }];
  for (const challenge of workspace.challenges.all()) yield ["challenge", { ...challenge }];
}

function agentRecord({ directory }: Workspace, agent: Agent): AgentRecord {
  const scopes = (permission: ScopePermission) => [...directory.scopesOf(permission, agent.id)];
  return {
    ...agent,
    channels: [...directory.channelsOf(agent.id)],
    scopes: { CAN_READ: scopes("CAN_READ"), CAN_WRITE: scopes("CAN_WRITE") },
  };
}

/** Returns the number of records that {@link recordsOf} yields. */
export function recordCount({ directory, messages, tasks, files, memories, challenges }: Workspace): number {
  const people = directory.agents.size + directory.users.size + directory.channels.size + directory.scopes.size;
  const things = messages.count + tasks.count + files.count + memories.count;
  return 1 + people + things + memories.edges.all().length + challenges.count;
}
