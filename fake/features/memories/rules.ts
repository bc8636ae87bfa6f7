import { isObject } from "../../../spec/json.ts";
import type { ValuesOf } from "../../http/fields.ts";
import type { Caller } from "../../service.ts";
import type { recallFields, rememberFields } from "./fields.ts";
import type { Edge, Memory, MemoryStatus, Ranked, Score, StoredMemory, TtlPreset } from "./model.ts";
import { foldCase } from "./model.ts";

const DAY_SECONDS = 86_400;

/** The filters of search-memories, by role, with the value that each accepts. */
export interface MemoryFilters {
  readonly kind: (stored: StoredMemory, wanted: string) => boolean;
  readonly status: (stored: StoredMemory, wanted: string) => boolean;
  readonly text: (stored: StoredMemory, wanted: string) => boolean;
  readonly tags: (stored: StoredMemory, wanted: readonly string[]) => boolean;
  readonly createdFrom: (stored: StoredMemory, bound: number) => boolean;
  readonly createdTo: (stored: StoredMemory, bound: number) => boolean;
}

/** The parts of a recall's ranking and filtering. */
export interface RecallRules {
  /**
   * Returns true if the two ways to recall (query, seed_id) are combined as the contract requires: exactly one of
   * them.
   */
  readonly oneWay: (query: boolean, seed: boolean) => boolean;
  readonly confidenceBonus: (memory: Memory) => number;
  readonly recencyPenalty: (caller: Caller, stored: StoredMemory) => number;
  readonly supersessionPenalty: (memory: Memory) => number;
  readonly total: (parts: Omit<Score, "total" | "memory_id">) => number;
  /** Order of the hits. */
  readonly compare: (a: Score, b: Score) => number;
  /** Returns the hits among all matches, the best first. */
  readonly best: (ranked: readonly Ranked[], asked: ValuesOf<typeof recallFields>) => readonly Ranked[];
  readonly minConfidence: (memory: Memory, wanted: number) => boolean;
  readonly minSimilarity: (similarity: number, wanted: number) => boolean;
  readonly metadataMatches: (metadata: Memory["metadata"], wanted: Memory["metadata"]) => boolean;
  /** Statuses that are not hits unless they are requested. */
  readonly hiddenStatuses: ReadonlySet<string>;
  /** Returns the number of steps of the walk for a requested depth. */
  readonly steps: (depth: number) => number;
  /** Returns true if a message may be shown as provenance. */
  readonly mayShowMessage: (caller: Caller, channelId: string) => boolean;
  /** Returns true if an edge is shown. */
  readonly mayShowEdge: (caller: Caller, edge: Edge) => boolean;
}

/** The rules of the reference for memories; a mutant or a variant can replace each member. */
export interface MemoryRules {
  /** Returns true if the caller may read (write) a scope by its own permissions. */
  readonly mayRead: (caller: Caller, scopeId: string) => boolean;
  readonly mayWrite: (caller: Caller, scopeId: string) => boolean;
  /** Returns true if the two ways to give a lifetime are combined as the contract requires. */
  readonly oneLifetime: (seconds: boolean, preset: boolean) => boolean;
  readonly presetSeconds: Readonly<Record<TtlPreset, number>>;
  /** Returns the instant up to which lifetimes have ended. */
  readonly expireUpTo: (now: number) => number;
  /** The status of a memory whose lifetime has ended. */
  readonly expiredStatus: MemoryStatus;
  /** Returns true if a memory is in the search index. */
  readonly indexed: (caller: Caller, stored: StoredMemory) => boolean;
  /** Throws a rejection for provenance that may not be named. */
  readonly mayDeriveFrom: (caller: Caller, id: string) => void;
  /**
   * Returns the memory of an earlier identical claim; null if each claim creates its own. Throws a rejection if a
   * repeated claim is not allowed.
   */
  readonly madeBefore: (caller: Caller, claim: ValuesOf<typeof rememberFields>) => Memory | null;
  /** Returns the stored metadata for the sent metadata. */
  readonly keptMetadata: (metadata: Memory["metadata"]) => Memory["metadata"];
  readonly filters: MemoryFilters;
  /** True if a cursor contains the filters of its search, whatever filters are sent with it. */
  readonly cursorKeepsFilters: boolean;
  /** True if a cursor counts the returned memories, instead of naming the last one. */
  readonly cursorCounts: boolean;
  /** The order of a search, or a function that returns the sort key of a memory: the highest comes first. */
  readonly order: "newest-first" | "oldest-first" | ((stored: StoredMemory) => number);
  readonly recall: RecallRules;
}

/** The reference. */
export const memoryRules: MemoryRules = {
  mayRead: ({ workspace, agent }, scopeId) => workspace.directory.may("CAN_READ", scopeId, agent.id),
  mayWrite: ({ workspace, agent }, scopeId) => workspace.directory.may("CAN_WRITE", scopeId, agent.id),
  oneLifetime: (seconds, preset) => !(seconds && preset),
  presetSeconds: { VOLATILE: 7 * DAY_SECONDS, ACTIVE: 90 * DAY_SECONDS, STABLE: 365 * DAY_SECONDS },
  expireUpTo: (now) => now,
  expiredStatus: "expired",
  indexed: () => true,
  mayDeriveFrom: () => undefined,
  madeBefore: () => null,
  keptMetadata: (metadata) => metadata,
  filters: {
    kind: ({ memory }, wanted) => memory.kind === wanted,
    status: ({ memory }, wanted) => memory.status === wanted,
    text: ({ folded }, wanted) => folded.includes(foldCase(wanted)),
    tags: ({ tags }, wanted) => wanted.every((tag) => tags.has(tag)),
    createdFrom: ({ madeAt }, bound) => madeAt >= bound,
    createdTo: ({ madeAt }, bound) => madeAt < bound,
  },
  cursorKeepsFilters: true,
  cursorCounts: false,
  order: "newest-first",
  recall: {
    oneWay: (query, seed) => query !== seed,
    confidenceBonus: (memory) => 0.1 * memory.confidence,
    recencyPenalty: ({ now }, { madeAt }) =>
      Math.min(0.1, Math.max(0, (now - madeAt) / (365 * DAY_SECONDS * 1000)) * 0.1),
    supersessionPenalty: (memory) => (memory.status === "superseded" ? 0.2 : 0),
    total: (parts) => parts.similarity + parts.confidence_bonus - parts.recency_penalty - parts.supersession_penalty,
    compare: (a, b) => b.total - a.total,
    best: (ranked, { limit }) => ranked.slice(0, limit),
    minConfidence: (memory, wanted) => memory.confidence >= wanted,
    minSimilarity: (similarity, wanted) => similarity >= wanted,
    metadataMatches: contains,
    hiddenStatuses: new Set(["superseded", "invalidated", "expired"]),
    steps: (depth) => depth,
    mayShowMessage: ({ workspace, agent }, channelId) => workspace.directory.isMember(channelId, agent.id),
    mayShowEdge: () => true,
  },
};

/**
 * Returns true if a value contains everything that is wanted: each member of an object, each item of a list, or the
 * same scalar.
 */
function contains(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && wanted.every((item) => value.some((candidate) => contains(candidate, item)));
  }
  if (!isObject(wanted)) return value === wanted;
  if (!isObject(value)) return false;
  return Object.keys(wanted).every((name) => Object.hasOwn(value, name) && contains(value[name], wanted[name]));
}
