import type { Json } from "../../spec/json.ts";

/** The known facts about a memory that a run created. */
export interface KnownMemory {
  readonly id: string;
  readonly content: string;
  readonly kind: string;
  /** Null if it was created without one. */
  readonly scope: string | null;
  readonly tags: readonly string[];
  /** Its creation time in milliseconds as the server wrote it; null if unknown. */
  readonly createdAt: number | null;
  /** The precision of the server's times, in milliseconds. */
  readonly precision: number;
}

/** Filters of search-memories by role; unused ones are absent. Bounds are in milliseconds. */
export interface MemoryFilter {
  readonly kind?: string;
  readonly scope?: string;
  readonly text?: string;
  readonly tags?: readonly string[];
  readonly createdFrom?: number;
  readonly createdTo?: number;
  /** Sent too, and judged only by the status that hits show, since no model predicts how statuses change. */
  readonly status?: string;
}

/** The roles of all filters that the model can judge. */
export const FILTER_ROLES = ["kind", "scope", "text", "tags", "createdFrom", "createdTo"] as const;

export type FilterRole = (typeof FILTER_ROLES)[number];

/** Returns the roles that a filter sets. */
export function rolesOf(filter: MemoryFilter): readonly FilterRole[] {
  return FILTER_ROLES.filter((role) => filter[role] !== undefined);
}

/** Returns whether a filter matches a memory: "unknown" if that depends on facts that the server does not show. */
export function matchesFilter(memory: KnownMemory, filter: MemoryFilter): "in" | "out" | "unknown" {
  const verdicts = rolesOf(filter).map((role) => judge(memory, filter, role));
  if (verdicts.includes("out")) return "out";
  return verdicts.includes("unknown") ? "unknown" : "in";
}

function judge(memory: KnownMemory, filter: MemoryFilter, role: FilterRole): "in" | "out" | "unknown" {
  if (role === "kind") return decided(memory.kind === filter.kind);
  if (role === "scope") return decided(memory.scope === filter.scope);
  if (role === "text") return matchesText(memory.content, filter.text ?? "");
  if (role === "tags") return decided((filter.tags ?? []).every((tag) => memory.tags.includes(tag)));
  if (role === "createdFrom") return opposite(comparedTo(memory, filter.createdFrom ?? 0));
  return comparedTo(memory, filter.createdTo ?? 0);
}

/**
 * The readings of "case-insensitive": letter by letter, or by Unicode's full folding, in which ß is ss, so that "Größe"
 * contains an s and matches "GRÖSSE". The collations of some databases also ignore marks, so that "Größe" contains an
 * o.
 */
const FOLDINGS: readonly ((text: string) => string)[] = [
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase().toLowerCase(),
  (text) => text.toUpperCase().toLowerCase().normalize("NFD").replace(/\p{M}/gu, ""),
];

/** Returns whether a content contains a text, ignoring case: "unknown" if that depends on the folding. */
export function matchesText(content: string, text: string): "in" | "out" | "unknown" {
  // All foldings are the same for ASCII.
  if (isAscii(content) && isAscii(text)) return decided(content.toLowerCase().includes(text.toLowerCase()));
  const results = FOLDINGS.map((fold) => fold(content).includes(fold(text)));
  if (results.every(Boolean)) return "in";
  return results.some(Boolean) ? "unknown" : "out";
}

function isAscii(text: string): boolean {
  return !/[^\p{ASCII}]/u.test(text);
}

/** Returns "in" for a memory that was created before a bound. The shown time may be cut or rounded. */
function comparedTo({ createdAt, precision }: KnownMemory, bound: number): "in" | "out" | "unknown" {
  if (createdAt === null) return "unknown";
  if (createdAt + precision < bound) return "in";
  return createdAt - precision > bound ? "out" : "unknown";
}

function opposite(verdict: "in" | "out" | "unknown"): "in" | "out" | "unknown" {
  if (verdict === "unknown") return verdict;
  return verdict === "in" ? "out" : "in";
}

function decided(holds: boolean): "in" | "out" {
  return holds ? "in" : "out";
}

/** Returns a filter as parameters by role, with bounds as instants in UTC. */
export function toParameters(filter: MemoryFilter): Record<string, Json> {
  const { createdFrom, createdTo, tags, ...others } = filter;
  return {
    ...others,
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(createdFrom === undefined ? {} : { createdFrom: new Date(createdFrom).toISOString() }),
    ...(createdTo === undefined ? {} : { createdTo: new Date(createdTo).toISOString() }),
  };
}

/**
 * Returns the precision of a time in milliseconds. Zeros at its end may be padding. Times more precise than a
 * millisecond count as precise to the millisecond.
 */
export function precisionOf(time: string): number {
  const digits = /\.(\d*[1-9])/.exec(time)?.[1]?.length ?? 0;
  return Math.max(1, 1000 / 10 ** digits);
}
