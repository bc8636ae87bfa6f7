import type { ReferenceKind } from "../../../spec/family.ts";
import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import type { RandomChoices } from "./random-choices.ts";

/**
 * The data that the agents of one workspace have seen: identifiers by kind, values by member name, and words to search
 * for.
 */
export interface ObservedValues {
  /** Returns an identifier of this kind, mostly a recent one; null if none is known. */
  id(kind: ReferenceKind): string | null;
  word(): string;
  /** Returns a text that a response had in a member of this name; null if none is known. */
  value(name: string): string | null;
  /** Returns an instant that a response had. */
  instant(): string | null;
  /** Returns the channel of a resource; null if unknown. */
  channelOf(id: string): string | null;
  /** Records the data of a response. */
  note(data: Json): void;
  add(kind: ReferenceKind, id: string, channel?: string | null): void;
}

/**
 * Shares of requests for one of the most recent resources, since old ones show no changes; and for the same one
 * repeatedly.
 */
const SHARES = { lately: 0.45, favourite: 0.2 };
const FEW = 5;
/** The number of uses after which another resource is the favourite. */
const FAVOURITE_USES = 40;
/** Most values that are kept of one name, and words. */
const KEPT = 300;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export function createObservedValues(
  chance: RandomChoices,
  fixtures: ReadonlyMap<ReferenceKind, readonly string[]>,
): ObservedValues {
  const ids = new Map([...fixtures].map(([kind, some]) => [kind, [...some]]));
  const seen = new Set([...fixtures.values()].flat());
  const favourites = new Map<ReferenceKind, { readonly id: string; uses: number }>();
  const channels = new Map<string, string>();
  const values = new Map<string, string[]>();
  const words: string[] = [];

  function add(kind: ReferenceKind, id: string, channel: string | null = null): void {
    if (channel !== null) channels.set(id, channel);
    if (seen.has(id)) return;
    seen.add(id);
    ids.set(kind, ids.get(kind) ?? []);
    ids.get(kind)?.push(id);
  }

  function favourite(kind: ReferenceKind, some: readonly string[]): string | null {
    const current = favourites.get(kind);
    if (current !== undefined && current.uses++ < FAVOURITE_USES) return current.id;
    const id = chance.pick(some);
    if (id !== undefined) favourites.set(kind, { id, uses: 0 });
    return id ?? null;
  }

  function keep(list: string[], value: string): void {
    if (list.length < KEPT) list.push(value);
    else list[chance.below(KEPT)] = value;
  }

  function noteTexts(name: string, value: Json): void {
    if (Array.isArray(value)) for (const item of value) noteTexts(name, item);
    if (isObject(value)) for (const [member, inner] of Object.entries(value)) noteTexts(member, inner ?? null);
    if (typeof value !== "string" || value === "") return;
    const key = INSTANT.test(value) ? INSTANTS : name.toLowerCase();
    const list = values.get(key) ?? [];
    values.set(key, list);
    keep(list, value);
  }

  return {
    id(kind) {
      const some = ids.get(kind) ?? [];
      if (chance.happens(SHARES.favourite)) return favourite(kind, some);
      const last = some.at(-1 - chance.below(Math.min(FEW, some.length)));
      return (chance.happens(SHARES.lately) ? last : chance.pick(some)) ?? null;
    },
    word: () => chance.pick(words) ?? "word",
    value: (name) => chance.pick(values.get(name.toLowerCase()) ?? []) ?? null,
    instant: () => chance.pick(values.get(INSTANTS) ?? []) ?? null,
    channelOf: (id) => channels.get(id) ?? null,
    note(data) {
      for (const { kind, id, channel } of idsIn(data)) add(kind, id, channel);
      noteTexts("", data);
      if (!isObject(data)) return;
      for (const text of [data.title, data.content, data.description, data.identifier])
        if (typeof text === "string") for (const word of wordsOf(text)) keep(words, word);
    },
    add,
  };
}

/** Stands for the name of every member that holds an instant. */
const INSTANTS = "\n";

/** Some words of a text, the last of them too: indexes stop somewhere. */
function wordsOf(text: string): readonly string[] {
  const all = text.match(/[\p{L}\p{N}-]{3,}/gu) ?? [];
  return [...all.slice(0, 3), ...all.slice(3).slice(-1)];
}

interface FoundId {
  readonly kind: ReferenceKind;
  readonly id: string;
  readonly channel: string | null;
}

/** Identifiers in a response, distinguished by the members next to them. */
function idsIn(data: Json, name = ""): readonly FoundId[] {
  if (Array.isArray(data)) return data.flatMap((item) => idsIn(item, name));
  if (!isObject(data)) return [];
  const inner = Object.entries(data).flatMap(([member, value]) =>
    typeof value === "object" && value !== null ? idsIn(value, member) : [],
  );
  const { id } = data;
  const kind = kindOf(data, name);
  if (typeof id !== "string" || kind === null) return inner;
  return [...inner, { kind, id, channel: typeof data.channelId === "string" ? data.channelId : null }];
}

function kindOf(data: JsonObject, name: string): ReferenceKind | null {
  if (name === "attachments") return "attachment";
  if ("priority" in data) return "task";
  if ("channelId" in data && "senderId" in data) return "message";
  if ("content_hash" in data) return "memory";
  return PLACES.find(([place]) => place.test(name))?.[1] ?? null;
}

/** Kinds by the name of the member that shows them. */
const PLACES: readonly (readonly [RegExp, ReferenceKind])[] = [
  [/channels?$/i, "channel"],
  [/scopes?$/i, "scope"],
  [/identit(y|ies)$/i, "identity"],
  [/^agents?$/, "agent"],
];

/**
 * Returns the identifiers in a target file; those that a caller may use occur more often than those that it may not.
 */
export function fixtureIds({ fixtures = {} }: TargetFile): ReadonlyMap<ReferenceKind, readonly string[]> {
  const { memberChannel, secondMemberChannel, foreignChannel, scope, secondScope, unreadableScope } = fixtures;
  const { agent, otherAgent, challengeTokens = [], tasks = {}, memories = {}, attachments = {} } = fixtures;
  const some = (...ids: readonly unknown[]) => ids.filter((id): id is string => typeof id === "string");
  return new Map<ReferenceKind, readonly string[]>([
    ["channel", some(foreignChannel, ...Array(4).fill(secondMemberChannel), ...Array(5).fill(memberChannel))],
    ["scope", some(unreadableScope, ...Array(4).fill(secondScope), ...Array(5).fill(scope))],
    ["agent", some(agent?.id, otherAgent?.id, fixtures.ownedAgent)],
    ["identity", some(agent?.identityId)],
    ["user", some(fixtures.user)],
    ["memory", some(fixtures.seedMemory, ...Object.values(memories))],
    ["task", some(...Object.values(tasks))],
    ["attachment", some(attachments.foreign)],
    ["token", challengeTokens],
  ]);
}
