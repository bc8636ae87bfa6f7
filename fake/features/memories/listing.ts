import type { ValuesOf } from "../../http/fields.ts";
import type { RuledCaller } from "../../rules.ts";
import { newestFirst } from "../../sorted-index.ts";
import { readCursor, type SearchFilters, writeCursor } from "./cursor.ts";
import type { searchMemoriesFields } from "./fields.ts";
import type { Memory, StoredMemory } from "./model.ts";
import { memoryRules } from "./rules.ts";
import { readableScope, readableScopes } from "./scopes.ts";
import { tagKey } from "./store.ts";

/** A page of memories. */
export interface MemoryPage {
  readonly hits: readonly Memory[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Memories that pass every filter, in scopes that the caller may read, newest first; a cursor brings its own filters. */
export function searchMemories(caller: RuledCaller, input: ValuesOf<typeof searchMemoriesFields>): MemoryPage {
  const { cursor, limit, ...asked } = input;
  const resumed = cursor === undefined ? null : readCursor(caller.service.secret, cursor);
  const wanted = caller.rules.memories.cursorKeepsFilters && resumed !== null ? resumed.wanted : asked;
  const page: StoredMemory[] = [];
  const given = resumed?.given ?? 0;
  const { cursorCounts } = caller.rules.memories;
  let toSkip = cursorCounts ? given : 0;
  let more = false;
  for (const stored of inOrder(caller, wanted, cursorCounts ? undefined : resumed?.last)) {
    if (!passes(caller, stored, wanted)) continue;
    toSkip -= 1;
    if (toSkip >= 0) continue;
    more = page.length === limit;
    if (more) break;
    page.push(stored);
  }
  const last = page[page.length - 1];
  return {
    hits: page.map((stored) => stored.memory),
    nextCursor:
      more && last !== undefined
        ? writeCursor(caller.service.secret, { wanted, last: placeOf(caller, last), given: given + page.length })
        : null,
  };
}

function inOrder(caller: RuledCaller, wanted: SearchFilters, last: number | undefined): Iterable<StoredMemory> {
  const lists = candidates(caller, wanted);
  const { order } = caller.rules.memories;
  if (order === "newest-first") return newestFirst(lists, last);
  if (typeof order === "function") {
    const left = [...newestFirst(lists)].filter((stored) => last === undefined || order(stored) < last);
    return left.sort((one, other) => order(other) - order(one));
  }
  return [...newestFirst(lists)].reverse().filter((stored) => last === undefined || stored.sequence > last);
}

/** Returns the place of a memory in the order of a search, which a cursor names. */
function placeOf(caller: RuledCaller, stored: StoredMemory): number {
  const { order } = caller.rules.memories;
  return typeof order === "function" ? order(stored) : stored.sequence;
}

/**
 * Returns lists of the store that contain every possible result: those of a tag if one is requested, else those of a
 * scope.
 */
function candidates(caller: RuledCaller, wanted: SearchFilters): (readonly StoredMemory[])[] {
  const { memories } = caller.workspace;
  const scopes = wanted.scope === undefined ? readableScopes(caller) : [readableScope(caller, wanted.scope)];
  const indexed = caller.rules.memories.filters.tags === memoryRules.filters.tags;
  const tags = indexed ? wanted.tags : [];
  return scopes.map((scope) => {
    const lists = tags.map((tag) => memories.byTag.of(tagKey(scope.id, tag)));
    return lists.reduce((best, list) => (list.length < best.length ? list : best), memories.byScope.of(scope.id));
  });
}

function passes(caller: RuledCaller, stored: StoredMemory, wanted: SearchFilters): boolean {
  const { filters, indexed } = caller.rules.memories;
  return (
    filters.status(stored, wanted.status) &&
    (wanted.kind === undefined || filters.kind(stored, wanted.kind)) &&
    (wanted.tags.length === 0 || filters.tags(stored, wanted.tags)) &&
    (wanted.createdFrom === undefined || filters.createdFrom(stored, wanted.createdFrom)) &&
    (wanted.createdTo === undefined || filters.createdTo(stored, wanted.createdTo)) &&
    (wanted.text === undefined || filters.text(stored, wanted.text)) &&
    indexed(caller, stored)
  );
}
