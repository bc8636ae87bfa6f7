import { nearest } from "../../../spec/nearest.ts";
import { quoted } from "../../../spec/quoted.ts";
import type { Agent, Channel, Scope, User } from "../../directory.ts";
import type { StoredFile } from "../../features/files/model.ts";
import type { StoredMemory } from "../../features/memories/model.ts";
import type { StoredMessage } from "../../features/messages/model.ts";
import type { StoredTask } from "../../features/tasks/model.ts";
import type { Population } from "../../populations.ts";
import type { RuledCaller, Rules } from "../../rules.ts";
import { callerOf, type Service } from "../../service.ts";
import type { Workspace } from "../../workspace.ts";
import { problem } from "../problem.ts";

/** A controlled workspace, looked up again for each action, since a reset replaces it. */
export interface Place {
  readonly service: Service;
  /** The rules in force. */
  readonly rules: Rules;
  readonly workspace: Workspace;
  readonly population: Population | undefined;
}

/** Returns the agent that acts by default: the one of the fixtures, or the workspace's first. */
export function usualAgent({ service, workspace, population }: Place): Agent {
  const own = service.keys.get(population?.apiKey ?? "");
  const agent = own?.workspace === workspace ? own.agent : [...workspace.directory.agents.values()][0];
  if (agent !== undefined) return agent;
  throw problem("conflict", "The workspace has no agent", "Create one first.");
}

/** Returns the caller of an action: the named agent, or the default one. */
export function actor(place: Place, agent?: string): RuledCaller {
  const who = agent === undefined ? usualAgent(place) : agentOf(place, agent);
  return { ...callerOf(place.service, { workspace: place.workspace, agent: who }), rules: place.rules };
}

/** Returns an agent by id or name. */
export function agentOf({ workspace }: Place, ref: string): Agent {
  return byIdOrName("agent", workspace.directory.agents, ref);
}

/** Returns a person by id or name. */
export function userOf({ workspace }: Place, ref: string): User {
  return byIdOrName("user", workspace.directory.users, ref);
}

/** Returns a channel by id or name. */
export function channelOf({ workspace }: Place, ref: string): Channel {
  return byIdOrName("channel", workspace.directory.channels, ref);
}

/** Returns a scope by id or name. */
export function scopeOf({ workspace }: Place, ref: string): Scope {
  return byIdOrName("scope", workspace.directory.scopes, ref);
}

/** Returns a task by id or identifier. */
export function taskOf({ workspace }: Place, ref: string): StoredTask {
  const found = workspace.tasks.get(ref) ?? [...workspace.tasks.all()].find(({ task }) => task.identifier === ref);
  if (found !== undefined && found.task.deletedAt === null) return found;
  if (found !== undefined) throw problem("not_found", `The task ${quoted(ref)} has been deleted`, "Take another task.");
  throw unknown(
    "task",
    ref,
    [...workspace.tasks.all()].flatMap(({ task }) => [task.identifier, task.id]),
    "an id or identifier (WOR-3)",
  );
}

/** Returns a memory by id or complete content. */
export function memoryOf({ workspace }: Place, ref: string): StoredMemory {
  const found = workspace.memories.get(ref);
  return found ?? byContent("memory", "memories", [...workspace.memories.all()], ({ memory }) => memory, ref);
}

/** Returns a message by id or complete content. */
export function messageOf({ workspace }: Place, ref: string): StoredMessage {
  const found = workspace.messages.get(ref);
  return found ?? byContent("message", "messages", [...workspace.messages.all()], ({ message }) => message, ref);
}

/** Returns a file by id or name. */
export function fileOf({ workspace }: Place, ref: string): StoredFile {
  return (
    workspace.files.get(ref) ??
    byIdOrName("file", new Map([...workspace.files.all()].map((file) => [file.id, file])), ref)
  );
}

/** Returns the only one with this content. Throws a rejection if there are several. */
function byContent<T>(
  kind: string,
  kinds: string,
  all: readonly T[],
  shown: (one: T) => { readonly id: string; readonly content: string },
  ref: string,
): T {
  const alike = all.filter((one) => shown(one).content === ref);
  const [only, ...more] = alike;
  if (only !== undefined && more.length === 0) return only;
  const ids = (some: readonly T[]) => some.map((one) => shown(one).id);
  if (only !== undefined) throw ambiguous(kinds, "content", ref, ids(alike));
  const known = all.slice(-MAX_COMPARED).flatMap((one) => [shown(one).id, shown(one).content.slice(0, 200)]);
  throw unknown(kind, ref, known, "an id, or the whole content");
}

function byIdOrName<T extends { readonly id: string; readonly name: string }>(
  kind: string,
  things: ReadonlyMap<string, T>,
  ref: string,
): T {
  const byId = things.get(ref);
  if (byId !== undefined) return byId;
  const named = [...things.values()].filter(({ name }) => name === ref);
  const [only, ...more] = named;
  if (only !== undefined && more.length === 0) return only;
  if (only !== undefined)
    throw ambiguous(
      `${kind}s`,
      "name",
      ref,
      named.map(({ id }) => id),
    );
  throw unknown(
    kind,
    ref,
    [...things.values()].flatMap(({ id, name }) => [name, id]),
    "an id or name",
  );
}

/** Returns the rejection for a name that several resources have. */
export function ambiguous(kinds: string, by: string, ref: string, ids: readonly string[]) {
  const hint = `Give the id: ${ids.slice(0, 20).join(", ")}.`;
  return problem("conflict", `${ids.length} ${kinds} have the ${by} ${quoted(ref)}`, hint);
}

const MAX_KNOWN = 6;
const MAX_COMPARED = 1000;

function unknown(kind: string, ref: string, known: readonly string[], wanted: string) {
  const guess = nearest(ref, known.slice(0, 2000));
  const some = known.slice(0, MAX_KNOWN).join(", ");
  const hint =
    guess !== null ? `Did you mean ${quoted(guess)}?` : `Give ${wanted}${some === "" ? "" : `; there are ${some}`}.`;
  return problem("not_found", `The workspace has no ${kind} ${quoted(ref)}`, hint, { kind, given: ref });
}
