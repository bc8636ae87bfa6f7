import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { SeedData, SeedMemory, SeedMessage, SeedTask } from "../seeds/seed-data.ts";
import type { ObservedContent } from "./observed-content.ts";
import { agesFrom } from "./relative-ages.ts";
import { partsOfMemory } from "./seed-memory.ts";
import { createSeedNames } from "./seed-names.ts";

/** Name of the scope of memories whose scope no response showed. */
const UNKNOWN_SCOPE = "scope-not-shown";
/** Name of the agent of the given key if no response named it. */
const UNKNOWN_AGENT = "recorder";

/** Returns a seed that creates the same workspace locally, as far as it was seen. */
export function seedOf(seen: ObservedContent, firstKey: string): SeedData {
  const name = createSeedNames();
  const people = peopleOf(seen, firstKey);
  const messages = [...seen.messages.values()].filter(byPeople(seen));
  const tasks = [...seen.tasks.values()].filter(({ deletedAt }) => typeof deletedAt !== "string");
  const memories = [...seen.memories.values()].filter(({ content }) => typeof content === "string");
  const ago = agesFrom([...messages, ...tasks, ...memories]);
  const known = {
    message: new Set(messages.map(({ id }) => id)),
    task: new Set(tasks.map(({ id }) => id)),
    memory: new Set(memories.map(({ id }) => id)),
  };
  const members = membersOf(seen, people, messages, tasks);
  const scopes = scopesOf(seen, memories);
  const agents = [...people.agents].map(([id, identity]) => [name(id), identity === null ? {} : { identity }] as const);
  return {
    reference: false,
    agents: Object.fromEntries(agents),
    users: Object.fromEntries([...people.users].map((id) => [name(id), {}])),
    channels: Object.fromEntries([...members].map(([id, ids]) => [name(id), { members: [...ids].map(name) }])),
    scopes: Object.fromEntries(
      [...scopes].map(([id, facts]) => [name(id), { ...facts, write: agents.map(([agent]) => agent) }]),
    ),
    messages: inOrder(messages).map((one) => messageOf(one, { name, ago, known: known.message })),
    tasks: inOrder(tasks).map((one) => {
      const comments = participation(one, { seen, members, people }).map((id) => ({
        ...UNSEEN,
        by: name(id),
        mentions: [name(id)],
      }));
      const task = taskOf(one, { name, ago, known: known.task, agents: people.agents });
      return comments.length === 0 ? task : { ...task, comments };
    }),
    memories: inOrder(memories).map((one): SeedMemory => {
      const scope = seen.scopeOf.get(String(one.id)) ?? [...scopes.keys()][0] ?? UNKNOWN_SCOPE;
      return { scope: name(scope), ago: ago(one), ...partsOfMemory(one, { seen, name, known, people }) };
    }),
  };
}

/**
 * Returns a test for messages by a person or an agent. The tasks of the seed post their cards again, as does the
 * service its own messages. The sender type of agents is open: it is the one in messages of known agents.
 */
function byPeople(seen: ObservedContent): (message: JsonObject) => boolean {
  const known = new Set<Json | undefined>(seen.agentOf.values());
  const byKnown = [...seen.messages.values()].filter(({ senderId }) => known.has(senderId));
  const types = new Set<Json | undefined>(["human", "agent", ...byKnown.map(({ senderType }) => senderType)]);
  return ({ senderType, senderId, content, channelId, metadata }) => {
    const isCard = isObject(metadata) && metadata.taskCard !== undefined;
    const isWhole = [senderId, content, channelId].every((each) => typeof each === "string" && each !== "");
    return isWhole && types.has(senderType) && !isCard;
  };
}

/** The participants. */
export interface People {
  /** Identity of each agent by its id; null if no response showed it. The first is the agent of the given key. */
  readonly agents: ReadonlyMap<string, string | null>;
  readonly users: ReadonlySet<string>;
}

function peopleOf(seen: ObservedContent, firstKey: string): People {
  const keys = [firstKey, ...seen.agentOf.keys()];
  const agents = new Map<string, string | null>();
  for (const key of keys) agents.set(agentBehind(seen, key), seen.identityOf.get(key) ?? null);
  const users = new Set<string>();
  const add = (id: Json | undefined, isAgent: boolean) => {
    if (typeof id !== "string") return;
    if (!isAgent) users.add(id);
    else if (!agents.has(id)) agents.set(id, null);
  };
  for (const { senderId, senderType } of [...seen.messages.values()].filter(byPeople(seen))) {
    add(senderId, senderType !== "human");
  }
  for (const task of seen.tasks.values()) {
    add(task.createdByAgentId, true);
    add(task.assigneeAgentId, true);
    add(task.assigneeUserId, false);
  }
  return { agents, users };
}

function agentBehind(seen: ObservedContent, key: string): string {
  return seen.agentOf.get(key) ?? UNKNOWN_AGENT;
}

/** A placeholder for the comments by which an agent sees a task, since the API shows no comments. */
const UNSEEN = { body: "This agent takes part in the task in a way that the API does not show." };

/**
 * Returns agents that saw a task without being its creator, its assignee or a member of its channel: they commented or
 * were mentioned.
 */
function participation(
  { id, channelId, createdByAgentId, assigneeAgentId }: JsonObject,
  {
    seen,
    members,
    people,
  }: { seen: ObservedContent; members: ReadonlyMap<string, ReadonlySet<string>>; people: People },
): readonly string[] {
  const agents = [...(seen.shownTo.get(String(id)) ?? [])].map((key) => agentBehind(seen, key));
  const isPlain = (agent: string) =>
    agent === createdByAgentId || agent === assigneeAgentId || members.get(String(channelId))?.has(agent) === true;
  return [...new Set(agents)].filter((agent) => people.agents.has(agent) && !isPlain(agent));
}

/** Returns the members of channels: agents that write into a channel, bind tasks to it, or read it. */
function membersOf(
  seen: ObservedContent,
  { agents }: People,
  messages: readonly JsonObject[],
  tasks: readonly JsonObject[],
) {
  const members = new Map<string, Set<string>>();
  const add = (channel: Json | undefined, agent: Json | undefined) => {
    if (typeof channel !== "string") return;
    const ids = members.get(channel) ?? new Set();
    members.set(channel, ids);
    if (typeof agent === "string" && agents.has(agent)) ids.add(agent);
  };
  for (const [channel, keys] of seen.usedBy) for (const key of keys) add(channel, agentBehind(seen, key));
  for (const { channelId, senderId } of messages) add(channelId, senderId);
  for (const { channelId, createdByAgentId } of tasks) {
    add(channelId, typeof createdByAgentId === "string" ? createdByAgentId : [...agents.keys()][0]);
  }
  return members;
}

function scopesOf({ scopes, scopeOf }: ObservedContent, memories: readonly JsonObject[]) {
  const all = new Map<string, { readonly kind?: string; readonly name?: string }>();
  for (const [id, { kind, name }] of scopes) {
    all.set(id, { ...(typeof kind === "string" ? { kind } : {}), ...(typeof name === "string" ? { name } : {}) });
  }
  for (const id of scopeOf.values()) if (!all.has(id)) all.set(id, {});
  if (all.size === 0 && memories.length > 0) all.set(UNKNOWN_SCOPE, {});
  return all;
}

/** Returns items oldest first. Lists show the newest first, so items of the same time are reversed. */
function inOrder(things: readonly JsonObject[]): readonly JsonObject[] {
  const madeAt = ({ createdAt, created_at }: JsonObject) => Date.parse(String(createdAt ?? created_at));
  return things.toReversed().toSorted((one, other) => madeAt(one) - madeAt(other) || 0);
}

interface Naming {
  readonly name: (id: string) => string;
  readonly ago: (thing: JsonObject) => string;
  /** Ids of its kind that the seed has. */
  readonly known: ReadonlySet<Json | undefined>;
}

function messageOf(one: JsonObject, { name, ago, known }: Naming): SeedMessage {
  const { needsHuman } = isObject(one.metadata) ? one.metadata : {};
  const reason = isObject(needsHuman) ? needsHuman.reason : undefined;
  const files = one.senderType === "human" || !Array.isArray(one.attachments) ? [] : one.attachments.filter(isObject);
  return {
    ...{ id: name(String(one.id)), channel: name(String(one.channelId)), from: name(String(one.senderId)) },
    content: String(one.content),
    ...(typeof one.parentId === "string" && known.has(one.parentId) ? { thread: name(one.parentId) } : {}),
    ...(typeof reason === "string" && reason !== "" ? { needsHuman: reason } : {}),
    ...(files.length === 0 ? {} : { files: files.map(fileOf) }),
    ago: ago(one),
  };
}

/** The bytes of a file are transferred by presigned URLs, which bypass the proxy. */
function fileOf({ name, mimeType }: JsonObject) {
  const content = "The content of this file was not recorded.\n";
  return { name: String(name ?? "file.txt"), mimeType: String(mimeType ?? "text/plain"), content };
}

function taskOf(
  one: JsonObject,
  { name, ago, known, agents }: Naming & { readonly agents: People["agents"] },
): SeedTask {
  const assignee = one.assigneeAgentId ?? one.assigneeUserId;
  const by = one.createdByAgentId;
  return {
    ...{ id: name(String(one.id)), title: String(one.title ?? one.id) },
    ...(typeof one.description === "string" && one.description !== "" ? { description: one.description } : {}),
    ...(typeof one.status === "string" ? { status: one.status as NonNullable<SeedTask["status"]> } : {}),
    ...(typeof one.priority === "string" ? { priority: one.priority as NonNullable<SeedTask["priority"]> } : {}),
    ...(typeof by === "string" && agents.has(by) ? { by: name(by) } : {}),
    ...(typeof assignee === "string" ? { assignee: name(assignee) } : {}),
    ...(typeof one.channelId === "string" ? { channel: name(one.channelId) } : {}),
    ...(typeof one.parentTaskId === "string" && known.has(one.parentTaskId) ? { parent: name(one.parentTaskId) } : {}),
    ago: ago(one),
  };
}
