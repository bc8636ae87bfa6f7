import type { Agent, Channel, Scope, ScopePermission, User } from "../../directory.ts";
import { addAgent, addChannel, addKey, addScope } from "../../fixtures/seeding.ts";
import { isoInstant } from "../../runtime/clock.ts";
import { withdrawnKeys } from "../hints/credentials.ts";
import { problem } from "../problem.ts";
import { agentOf, channelOf, type Place, scopeOf } from "./lookup.ts";

/** A channel with the ids of its members. */
export type ChannelView = Channel & { readonly members: readonly string[] };

/** An agent with its memberships and permissions. */
export type AgentView = Agent & {
  readonly channels: readonly string[];
  readonly scopes: Readonly<Record<ScopePermission, readonly string[]>>;
  readonly keys: readonly string[];
};

/** Scope with the agents that have each permission. */
export type ScopeView = Scope & Readonly<Record<ScopePermission, readonly string[]>>;

const PERMISSIONS = ["CAN_READ", "CAN_WRITE"] as const;

/** Returns a channel as the control interface shows it. */
export function channelView({ workspace }: Place, channel: Channel): ChannelView {
  return { ...channel, members: workspace.directory.membersOf(channel.id) };
}

/** Returns an agent as the control interface shows it, including keys, since this is a fake. */
export function agentView({ service, workspace }: Place, agent: Agent): AgentView {
  const { directory } = workspace;
  const { keys } = service;
  return {
    ...agent,
    channels: [...directory.channelsOf(agent.id)],
    scopes: {
      CAN_READ: [...directory.scopesOf("CAN_READ", agent.id)],
      CAN_WRITE: [...directory.scopesOf("CAN_WRITE", agent.id)],
    },
    keys: [...keys.values()].filter((key) => key.agent === agent).map(({ key }) => key),
  };
}

/** Returns a scope as the control interface shows it. */
export function scopeView({ workspace }: Place, scope: Scope): ScopeView {
  const { directory } = workspace;
  const having = (permission: ScopePermission) =>
    [...directory.agents.keys()].filter((id) => directory.may(permission, scope.id, id));
  return { ...scope, CAN_READ: having("CAN_READ"), CAN_WRITE: having("CAN_WRITE") };
}

/** Adds a channel; members by id or name. */
export function createChannel(
  place: Place,
  { name, members = [] }: { name: string; members?: readonly string[] },
): ChannelView {
  const agents = members.map((member) => agentOf(place, member));
  return channelView(place, addChannel(place.service, place.workspace, name, agents));
}

/** Gives a channel another name. */
export function renameChannel(place: Place, channel: string, name: string): ChannelView {
  return changeChannel(place, channel, { name });
}

/** Archives a channel: it stays readable and accepts nothing new. An archived one keeps its time. */
export function archiveChannel(place: Place, channel: string): ChannelView {
  const { archivedAt } = channelOf(place, channel);
  return changeChannel(place, channel, { archivedAt: archivedAt ?? isoInstant(place.service.clock.now()) });
}

/** Opens an archived channel again. */
export function unarchiveChannel(place: Place, channel: string): ChannelView {
  return changeChannel(place, channel, { archivedAt: null });
}

function changeChannel(place: Place, channel: string, changes: Partial<Channel>): ChannelView {
  const found = channelOf(place, channel);
  return channelView(place, place.workspace.directory.addChannel({ ...found, ...changes }));
}

/** Makes an agent a member of a channel. */
export function joinChannel(place: Place, channel: string, agent: string): ChannelView {
  const found = channelOf(place, channel);
  place.workspace.directory.join(found.id, agentOf(place, agent).id);
  return channelView(place, found);
}

/** Ends an agent's membership. */
export function leaveChannel(place: Place, channel: string, agent: string): ChannelView {
  const found = channelOf(place, channel);
  const { id, name } = agentOf(place, agent);
  if (!place.workspace.directory.isMember(found.id, id)) {
    throw problem("conflict", `"${name}" is not a member of ${found.name}`, "GET the channel to see its members.");
  }
  place.workspace.directory.leave(found.id, id);
  return channelView(place, found);
}

/** Adds a person. */
export function createUser({ service, workspace }: Place, { name }: { name: string }): User {
  return workspace.directory.addUser({
    id: service.ids.uuid(workspace),
    identityId: service.ids.uuid(workspace),
    name,
  });
}

/** The input for a new agent; everything is named by id or name. */
export interface NewAgent {
  readonly name: string;
  /** The agent that owns it. */
  readonly owner?: string;
  readonly channels?: readonly string[];
  /** Scopes that it may read and write. */
  readonly scopes?: readonly string[];
}

/** Adds an agent with its own key. */
export function createAgent(
  place: Place,
  { name, owner, channels = [], scopes = [] }: NewAgent,
): AgentView & { readonly apiKey: string } {
  const ownerId = owner === undefined ? null : agentOf(place, owner).id;
  const [joined, granted] = [
    channels.map((channel) => channelOf(place, channel)),
    scopes.map((scope) => scopeOf(place, scope)),
  ];
  const agent = addAgent(place.service, place.workspace, name, ownerId);
  const { directory } = place.workspace;
  for (const { id } of joined) directory.join(id, agent.id);
  for (const { id } of granted) for (const permission of PERMISSIONS) directory.grant(id, agent.id, permission);
  const apiKey = addKey(place.service, place.workspace, agent);
  return { ...agentView(place, agent), apiKey };
}

/** Issues a further key for an agent: a random one, or the given one. */
export function issueKey(
  place: Place,
  agent: string,
  key?: string,
): { readonly agent: string; readonly apiKey: string } {
  const { service, workspace } = place;
  const owner = agentOf(place, agent);
  if (key === undefined) return { agent: owner.id, apiKey: addKey(service, workspace, owner) };
  if (service.keys.has(key))
    throw problem("conflict", "This key is in use already", "Choose another, or leave it out for a random one.");
  service.keys.set(key, { key, workspace, agent: owner });
  withdrawnKeys(service).delete(key);
  return { agent: owner.id, apiKey: key };
}

/** Revokes a key of the workspace. */
export function revokeKey({ service, workspace }: Place, key: string): { readonly agent: string } {
  const known = service.keys.get(key);
  if (known?.workspace !== workspace) {
    throw problem(
      "not_found",
      "No agent of this workspace has this key",
      "GET the workspace's agents: they list their keys.",
    );
  }
  service.keys.delete(key);
  withdrawnKeys(service).set(key, `of the agent "${known.agent.name}" was revoked`);
  return { agent: known.agent.id };
}

/** The input for a new scope. */
export interface NewScope {
  readonly name: string;
  /** `org`, `team`, `project` or `channel`. */
  readonly kind?: string;
  /** Agents that may read and write it, by id or name. */
  readonly agents?: readonly string[];
}

/** Adds a scope. */
export function createScope(place: Place, { name, kind = "team", agents = [] }: NewScope): ScopeView {
  const members = agents.map((agent) => agentOf(place, agent));
  return scopeView(place, addScope(place.service, place.workspace, kind, name, members));
}

/** Grants an agent permissions on a scope: both, unless some are named. */
export const grant = permissionChange("grant");

/** Takes permissions on a scope from an agent. */
export const revoke = permissionChange("revoke");

function permissionChange(change: "grant" | "revoke") {
  return (
    place: Place,
    scope: string,
    agent: string,
    permissions: readonly ScopePermission[] = PERMISSIONS,
  ): ScopeView => {
    const [found, { id }] = [scopeOf(place, scope), agentOf(place, agent)];
    for (const permission of permissions) place.workspace.directory[change](found.id, id, permission);
    return scopeView(place, found);
  };
}
