import type { Json } from "../../spec/json.ts";

/** What is known of a memory that a run made. */
export interface KnownMemory {
  readonly id: string;
  readonly content: string;
  readonly kind: string;
  readonly scope: string;
  readonly tags: readonly string[];
  /** Its creation in milliseconds as the server wrote it; null where it was not told. */
  readonly createdAt: number | null;
  /** How finely the server writes times, in milliseconds. */
  readonly precision: number;
}

/** Filters of search-memories by role; what is not wanted is not there. Bounds are milliseconds. */
export interface MemoryFilter {
  readonly kind?: string;
  readonly scope?: string;
  readonly text?: string;
  readonly tags?: readonly string[];
  readonly createdFrom?: number;
  readonly createdTo?: number;
  /** Sent along, and judged by what hits show of it: no model knows how statuses change. */
  readonly status?: string;
}

/** The filters that there are. */
export const FILTER_ROLES = ["kind", "scope", "text", "tags", "createdFrom", "createdTo"] as const;

/** One of the filters. */
export type FilterRole = (typeof FILTER_ROLES)[number];

/** Roles that a filter gives. */
export function rolesOf(filter: MemoryFilter): readonly FilterRole[] {
  return FILTER_ROLES.filter((role) => filter[role] !== undefined);
}

/** Whether a filter lets a memory in: "unknown" where that depends on what the server does not tell. */
export function verdictOn(memory: KnownMemory, filter: MemoryFilter): "in" | "out" | "unknown" {
  const verdicts = rolesOf(filter).map((role) => judge(memory, filter, role));
  if (verdicts.includes("out")) return "out";
  return verdicts.includes("unknown") ? "unknown" : "in";
}

function judge(memory: KnownMemory, filter: MemoryFilter, role: FilterRole): "in" | "out" | "unknown" {
  if (role === "kind") return decided(memory.kind === filter.kind);
  if (role === "scope") return decided(memory.scope === filter.scope);
  if (role === "text") return verdictOnText(memory.content, filter.text ?? "");
  if (role === "tags") return decided((filter.tags ?? []).every((tag) => memory.tags.includes(tag)));
  if (role === "createdFrom") return opposite(side(memory, filter.createdFrom ?? 0));
  return side(memory, filter.createdTo ?? 0);
}

/**
 * The readings of "without regard to case": letter by letter, or by Unicode's full folding, in which ß is ss: a Größe
 * holds an s then, and a GRÖSSE. The collations by which some databases compare ignore marks as well: by them a
 * Größe holds an o.
 */
const FOLDINGS: readonly ((text: string) => string)[] = [
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase().toLowerCase(),
  (text) => text.toUpperCase().toLowerCase().normalize("NFD").replace(/\p{M}/gu, ""),
];

/** Whether a text is in a content, whatever the case of their letters: "unknown" where that depends on the folding. */
export function verdictOnText(content: string, text: string): "in" | "out" | "unknown" {
  // Of ASCII all foldings make the same.
  if (isAscii(content) && isAscii(text)) return decided(content.toLowerCase().includes(text.toLowerCase()));
  const held = FOLDINGS.map((fold) => fold(content).includes(fold(text)));
  if (held.every(Boolean)) return "in";
  return held.some(Boolean) ? "unknown" : "out";
}

function isAscii(text: string): boolean {
  return !/[^\p{ASCII}]/u.test(text);
}

/** "in" for a memory made before a bound; the time that is shown may be cut or rounded. */
function side({ createdAt, precision }: KnownMemory, bound: number): "in" | "out" | "unknown" {
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

/** A filter as parameters by role: bounds as instants in UTC. */
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
 * How finely a time is written, in milliseconds: zeros at its end may be there for the form alone. Times finer than a
 * millisecond are read to the millisecond.
 */
export function precisionOf(time: string): number {
  const digits = /\.(\d*[1-9])/.exec(time)?.[1]?.length ?? 0;
  return Math.max(1, 1000 / 10 ** digits);
}
