import type { ReferenceKind } from "../../../spec/family.ts";
import { isObject, type Json } from "../../../spec/json.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import type { Chance } from "./chance.ts";

/** What the agents of one workspace have seen: identifiers by kind, and words to search for. */
export interface Known {
  /** An identifier of this kind, mostly one that was seen lately; null while none is known. */
  id(kind: ReferenceKind): string | null;
  word(): string;
  /** Takes note of what a response shows. */
  note(data: Json): void;
  add(kind: ReferenceKind, id: string): void;
}

/** Share of requests for one of the last few things: who only looks at old ones sees no change. */
const LATELY = 0.5;
const FEW = 5;

export function createKnown(chance: Chance, fixtures: ReadonlyMap<ReferenceKind, readonly string[]>): Known {
  const ids = new Map([...fixtures].map(([kind, some]) => [kind, [...some]]));
  const words: string[] = [];
  const add = (kind: ReferenceKind, id: string) => {
    const some = ids.get(kind) ?? [];
    if (!some.includes(id)) ids.set(kind, [...some, id]);
  };
  return {
    id(kind) {
      const some = ids.get(kind) ?? [];
      return (
        (chance.happens(LATELY) ? some.at(-1 - chance.below(Math.min(FEW, some.length))) : chance.pick(some)) ?? null
      );
    },
    word: () => chance.pick(words) ?? "word",
    note(data) {
      for (const { kind, id } of idsIn(data)) add(kind, id);
      if (!isObject(data)) return;
      for (const text of [data.title, data.content, data.description, data.identifier])
        if (typeof text === "string") words.push(...(text.match(/[\p{L}\p{N}-]{3,}/gu) ?? []).slice(0, 3));
    },
    add,
  };
}

/** Identifiers in a response, told apart by the members beside them. */
function idsIn(data: Json, name = ""): { readonly kind: ReferenceKind; readonly id: string }[] {
  if (Array.isArray(data)) return data.flatMap((item) => idsIn(item, name));
  if (!isObject(data)) return [];
  const inner = Object.entries(data).flatMap(([member, value]) => (Array.isArray(value) ? idsIn(value, member) : []));
  const { id } = data;
  if (typeof id !== "string") return inner;
  if (name === "attachments") return [{ kind: "attachment", id }];
  if ("priority" in data) return [...inner, { kind: "task", id }];
  if ("channelId" in data && "senderId" in data) return [...inner, { kind: "message", id }];
  return "content_hash" in data ? [...inner, { kind: "memory", id }] : inner;
}

/** The identifiers that a target file names; those that a caller may use more often than those that it may not. */
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
