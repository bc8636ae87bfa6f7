import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { dataOf, type Observed } from "./observed.ts";

/** The content of a workspace that exchanges have shown; the last version of each resource. */
export interface ObservedContent {
  readonly messages: ReadonlyMap<string, JsonObject>;
  readonly tasks: ReadonlyMap<string, JsonObject>;
  readonly memories: ReadonlyMap<string, JsonObject>;
  readonly edges: ReadonlyMap<string, JsonObject>;
  readonly scopes: ReadonlyMap<string, JsonObject>;
  /** Scope of a memory by its id, if a response showed it. */
  readonly scopeOf: ReadonlyMap<string, string>;
  /** The input of remember in addition to the returned memory: scope, reason, author. */
  readonly claims: ReadonlyMap<string, JsonObject>;
  /** Id of the agent of a key, if a response showed it. */
  readonly agentOf: ReadonlyMap<string, string>;
  /** Identity of the agent behind a key. */
  readonly identityOf: ReadonlyMap<string, string>;
  /** Keys that were shown a task, by task. */
  readonly shownTo: ReadonlyMap<string, ReadonlySet<string>>;
  /** Keys with which a channel was used, by channel. */
  readonly usedBy: ReadonlyMap<string, ReadonlySet<string>>;
}

type MutableContent = {
  [Name in keyof ObservedContent]: Map<string, ObservedContent[Name] extends ReadonlyMap<string, infer V> ? V : never>;
};

/** Returns the content that exchanges show. */
export function observedContent(all: readonly Observed[]): ObservedContent {
  const seen: MutableContent = {
    ...{ messages: new Map(), tasks: new Map(), memories: new Map(), edges: new Map(), scopes: new Map() },
    ...{
      scopeOf: new Map(),
      claims: new Map(),
      agentOf: new Map(),
      identityOf: new Map(),
      usedBy: new Map(),
      shownTo: new Map(),
    },
  };
  for (const observed of all) {
    const data = dataOf(observed);
    if (data === undefined || observed.operation === null) continue;
    const asked = { ...Object.fromEntries(parametersOf(observed)), ...asObject(observed.body) };
    READERS[observed.operation.id]?.({ seen, observed, asked, data, object: asObject(data) });
  }
  for (const { edge_type, from_id, to_id } of seen.edges.values()) {
    if (edge_type === "IN_SCOPE") seen.scopeOf.set(String(from_id), String(to_id));
  }
  return seen;
}

/** The input of a reader. */
interface Read {
  readonly seen: MutableContent;
  readonly observed: Observed;
  /** Parameters by role, and members of the body. */
  readonly asked: JsonObject;
  readonly data: Json;
  /** The data if it is an object. */
  readonly object: JsonObject;
}

/** Reads the success of each operation. */
const READERS: Readonly<Record<string, (read: Read) => void>> = {
  "search-messages": ({ seen, object }) => keepAll(seen.messages, object.messages),
  "get-messages": ({ seen, observed, asked, object }) => {
    noteChannel(seen, observed, asked.channel);
    keepAll(seen.messages, object.messages, { channelId: asked.channel ?? null });
  },
  "send-message": ({ seen, observed, asked, object }) => {
    noteChannel(seen, observed, asked.channelId);
    noteAgent(seen, observed, object.senderId);
    keep(seen.messages, object);
  },
  "flag-needs-human": ({ seen, object }) => keep(seen.messages, object),
  "request-file-upload": ({ seen, observed, asked }) => noteChannel(seen, observed, asked.channelId),
  "list-tasks": ({ seen, observed, data }) => {
    keepAll(seen.tasks, data);
    for (const { id } of listOf(data)) add(seen.shownTo, id, observed.key);
  },
  "create-task": ({ seen, observed, object }) => {
    noteAgent(seen, observed, object.createdByAgentId);
    keep(seen.tasks, object);
  },
  "block-task": ({ seen, object }) => keep(seen.tasks, object),
  "release-task": ({ seen, object }) => keep(seen.tasks, object),
  "verify-connection": ({ seen, observed, object }) => noteAgent(seen, observed, object.agentId),
  remember: ({ seen, observed, asked, object }) => {
    if (typeof object.id === "string") seen.claims.set(object.id, asObject(observed.body));
    keepMemories(seen, [object], asked.scope_id);
  },
  "search-memories": ({ seen, asked, object }) => keepMemories(seen, object.hits, asked.scope),
  recall: ({ seen, asked, object }) => {
    keepAll(seen.edges, listOf(object.edges).map(withOurTypeName));
    keepAll(seen.messages, listOf(object.messages).map(fromProvenance));
    keepMemories(seen, object.hits, asked.scope_id);
  },
  "bootstrap-context": ({ seen, observed, asked, object }) => {
    const { agent_identity_id: identity } = asked;
    if (observed.key !== null && typeof identity === "string") seen.identityOf.set(observed.key, identity);
    keepAll(seen.scopes, object.scope_membership);
    for (const list of ["current_decisions", "active_constraints", "open_questions"]) {
      keepMemories(seen, object[list], asked.scope_id);
    }
  },
};

/** Query parameters by role. */
function parametersOf({ operation, target }: Observed): [string, Json][] {
  const query = new URLSearchParams(target.split("?")[1] ?? "");
  return (operation?.parameters ?? []).flatMap(({ role, name }): [string, Json][] => {
    const value = query.get(name);
    return value === null ? [] : [[role, value]];
  });
}

function keepMemories(seen: MutableContent, hits: Json | undefined, scope: Json | undefined): void {
  keepAll(seen.memories, hits);
  if (typeof scope !== "string") return;
  for (const { id } of listOf(hits)) if (typeof id === "string") seen.scopeOf.set(id, scope);
}

function keepAll(into: Map<string, JsonObject>, things: Json | undefined, more: JsonObject = {}): void {
  for (const thing of listOf(things)) keep(into, { ...more, ...thing });
}

/** Merges a resource into the known ones, since a later view may have fewer members than an earlier one. */
function keep(into: Map<string, JsonObject>, thing: JsonObject): void {
  if (typeof thing.id !== "string") return;
  const told = Object.entries(thing).filter(([, value]) => value !== undefined);
  into.set(thing.id, { ...into.get(thing.id), ...Object.fromEntries(told) });
}

function listOf(things: Json | undefined): readonly JsonObject[] {
  return Array.isArray(things) ? things.filter(isObject) : [];
}

/**
 * Returns an edge with our type name. The spelling of types is open: `derivedFrom` and `derived_from` are DERIVED_FROM
 * here.
 */
function withOurTypeName(edge: JsonObject): JsonObject {
  const words = String(edge.edge_type).replace(/([a-z])([A-Z])/g, "$1_$2");
  return { ...edge, edge_type: words.toUpperCase() };
}

/** Returns a message in a recall with the member names of the message operations, without its author. */
function fromProvenance({ id, channel_id, thread_id, content, created_at }: JsonObject): JsonObject {
  const members = { id, channelId: channel_id, parentId: thread_id, content, createdAt: created_at };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}

function noteAgent(seen: MutableContent, { key }: Observed, id: Json | undefined): void {
  if (key !== null && typeof id === "string") seen.agentOf.set(key, id);
}

function noteChannel(seen: MutableContent, { key }: Observed, channel: Json | undefined): void {
  add(seen.usedBy, channel, key);
}

function add(into: Map<string, ReadonlySet<string>>, id: Json | undefined, key: string | null): void {
  if (key !== null && typeof id === "string") into.set(id, new Set([...(into.get(id) ?? []), key]));
}
