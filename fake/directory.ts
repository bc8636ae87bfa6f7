/** An agent of a workspace: the caller behind an API key. */
export interface Agent {
  readonly id: string;
  readonly identityId: string;
  readonly name: string;
  /** The agent that owns it, or null. */
  readonly ownerId: string | null;
  /** When verify-connection last succeeded, ISO 8601, or null. */
  verifiedAt: string | null;
}

/** A person of a workspace. */
export interface User {
  readonly id: string;
  readonly identityId: string;
  readonly name: string;
}

/** A channel of a workspace. */
export interface Channel {
  readonly id: string;
  readonly name: string;
  /** When it was archived, ISO 8601: it is readable, and accepts nothing new; null while it is open. */
  readonly archivedAt: string | null;
}

/** A scope that memories are written to. */
export interface Scope {
  readonly id: string;
  readonly org_id: string;
  readonly kind: string;
  readonly name: string;
}

/** Permissions that an agent can have on a scope. */
export type ScopePermission = "CAN_READ" | "CAN_WRITE";

/** The people, agents, channels and scopes of a workspace, and their memberships and permissions. */
export interface Directory {
  readonly agents: ReadonlyMap<string, Agent>;
  readonly users: ReadonlyMap<string, User>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly scopes: ReadonlyMap<string, Scope>;
  addAgent(agent: Agent): Agent;
  addUser(user: User): User;
  addChannel(channel: Channel, members?: readonly Agent[]): Channel;
  addScope(scope: Scope): Scope;
  join(channelId: string, agentId: string): void;
  leave(channelId: string, agentId: string): void;
  isMember(channelId: string, agentId: string): boolean;
  channelsOf(agentId: string): ReadonlySet<string>;
  membersOf(channelId: string): readonly string[];
  grant(scopeId: string, agentId: string, permission: ScopePermission): void;
  revoke(scopeId: string, agentId: string, permission: ScopePermission): void;
  may(permission: ScopePermission, scopeId: string, agentId: string): boolean;
  /** Ids of the scopes that an agent has a permission on, in the order in which it got them. */
  scopesOf(permission: ScopePermission, agentId: string): ReadonlySet<string>;
  /** Ids of the agents that an agent owns. */
  ownedBy(agentId: string): readonly string[];
}

const NONE: ReadonlySet<string> = new Set();

/** Creates an empty directory. */
export function createDirectory(): Directory {
  const agents = new Map<string, Agent>();
  const users = new Map<string, User>();
  const channels = new Map<string, Channel>();
  const scopes = new Map<string, Scope>();
  const memberships = createRelation();
  const permissions = { CAN_READ: createRelation(), CAN_WRITE: createRelation() };
  const owned = new Map<string, string[]>();
  return {
    agents,
    users,
    channels,
    scopes,
    addAgent: (agent) => {
      agents.set(agent.id, agent);
      if (agent.ownerId !== null) owned.set(agent.ownerId, [...(owned.get(agent.ownerId) ?? []), agent.id]);
      return agent;
    },
    addUser: (user) => put(users, user),
    addChannel: (channel, members = []) => {
      for (const member of members) memberships.add(member.id, channel.id);
      return put(channels, channel);
    },
    addScope: (scope) => put(scopes, scope),
    join: (channelId, agentId) => memberships.add(agentId, channelId),
    leave: (channelId, agentId) => memberships.remove(agentId, channelId),
    isMember: (channelId, agentId) => memberships.of(agentId).has(channelId),
    channelsOf: (agentId) => memberships.of(agentId),
    membersOf: (channelId) => [...agents.keys()].filter((id) => memberships.of(id).has(channelId)),
    grant: (scopeId, agentId, permission) => permissions[permission].add(agentId, scopeId),
    revoke: (scopeId, agentId, permission) => permissions[permission].remove(agentId, scopeId),
    may: (permission, scopeId, agentId) => permissions[permission].of(agentId).has(scopeId),
    scopesOf: (permission, agentId) => permissions[permission].of(agentId),
    ownedBy: (agentId) => owned.get(agentId) ?? [],
  };
}

function put<R extends { readonly id: string }>(records: Map<string, R>, record: R): R {
  records.set(record.id, record);
  return record;
}

/** Creates a relation from owners to the ids that each one has. */
function createRelation() {
  const sets = new Map<string, Set<string>>();
  return {
    of: (owner: string): ReadonlySet<string> => sets.get(owner) ?? NONE,
    add: (owner: string, id: string) => {
      const set = sets.get(owner);
      if (set === undefined) sets.set(owner, new Set([id]));
      else set.add(id);
    },
    remove: (owner: string, id: string) => {
      sets.get(owner)?.delete(id);
    },
  };
}
