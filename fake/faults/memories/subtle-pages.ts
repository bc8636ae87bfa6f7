import { asObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { onCall, onReply, onSuccess, rules } from "../../changes/hooks.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { cached, editingList, invented } from "../tools.ts";
import { asking, lax, SEARCH } from "./searching.ts";

/** Faults of the pages of search-memories, and of who may read what, that show beside some filters or on later pages. */
export const subtleMemoryPageFaults: readonly Fault[] = [
  fault(
    "memory-unreadable-scope-with-text",
    "memories.permissions.unreadable-scope",
    "beside a text, a scope that may not be read is answered with nothing",
    SEARCH,
    () =>
      onReply("search-memories", (reply, call) => {
        if (reply.status === 403 && call.query.has("q"))
          Object.assign(reply, invented(call, { hits: [], nextCursor: null }));
      }),
  ),
  fault(
    "memory-unreadable-scope-with-status",
    "memories.permissions.unreadable-scope",
    "beside a status, a scope that may not be read is answered with nothing",
    SEARCH,
    () =>
      onReply("search-memories", (reply, call) => {
        if (reply.status === 403 && call.query.has("status"))
          Object.assign(reply, invented(call, { hits: [], nextCursor: null }));
      }),
  ),
  fault(
    "memory-unreadable-scope-after-another",
    "memories.permissions.unreadable-scope",
    "a scope that an agent was let into stands open for two seconds, for whoever asks",
    SEARCH,
    () => {
      const opened = new Map<string, number>();
      return onReply("search-memories", (reply, call) => {
        const scope = call.query.get("scope_id");
        if (scope === null) return;
        if (reply.status === 200) opened.set(scope, call.at);
        const isOpen = call.at - (opened.get(scope) ?? Number.NEGATIVE_INFINITY) < 2_000;
        if (reply.status === 403 && isOpen) Object.assign(reply, invented(call, { hits: [], nextCursor: null }));
      });
    },
  ),
  fault(
    "memory-unreadable-found-by-status",
    "memories.permissions.unreadable-hidden",
    "a status looks through all scopes of the workspace",
    SEARCH,
    () => readingWhen((call) => call.query.has("status")),
  ),
  fault(
    "memory-unreadable-found-by-kind",
    "memories.permissions.unreadable-hidden",
    "a kind looks through all scopes of the workspace",
    SEARCH,
    () => readingWhen((call) => call.query.has("kind")),
  ),
  fault(
    "memory-unreadable-found-by-bound",
    "memories.permissions.unreadable-hidden",
    "a bound of creation looks through all scopes of the workspace",
    SEARCH,
    () => readingWhen((call) => call.query.has("from") || call.query.has("to")),
  ),
  fault(
    "memory-unreadable-found-late",
    "memories.permissions.unreadable-hidden",
    "pages after the first look through all scopes of the workspace",
    SEARCH,
    () => readingWhen((call) => call.query.has("cursor")),
  ),
  fault(
    "memory-unreadable-scope-beside-cursor",
    "memories.permissions.unreadable-hidden",
    "beside a cursor, any scope that is named is looked through",
    SEARCH,
    () =>
      together(
        rules({ memories: { cursorKeepsFilters: false } }),
        reading((call) => call.query.has("scope_id") && call.query.has("cursor")),
      ),
  ),
  fault("memory-limit-1-gives-2", "memories.search.limit", "a limit of one gives two memories", SEARCH, () =>
    asking(
      (query) => query.get("limit") === "1",
      (query) => query.set("limit", "2"),
    ),
  ),
  fault("memory-limit-ignored-later", "memories.search.limit", "the limit is ignored on later pages", SEARCH, () =>
    asking(
      (query) => query.has("cursor"),
      (query) => query.delete("limit"),
    ),
  ),
  fault("memory-limit-ignored-beside-tags", "memories.search.limit", "the limit is ignored beside tags", SEARCH, () =>
    asking(
      (query) => query.has("tags"),
      (query) => query.delete("limit"),
    ),
  ),
  fault(
    "memory-default-50-later",
    "memories.search.default-limit",
    "without a limit, later pages give 50 memories",
    SEARCH,
    () =>
      asking(
        (query) => query.has("cursor") && !query.has("limit"),
        (query) => query.set("limit", "50"),
      ),
  ),
  fault(
    "memory-default-50-beside-text",
    "memories.search.default-limit",
    "without a limit, a text gives 50 memories",
    SEARCH,
    () =>
      asking(
        (query) => query.has("q") && !query.has("limit"),
        (query) => query.set("limit", "50"),
      ),
  ),
  fault(
    "memory-default-10-beside-scope",
    "memories.search.default-limit",
    "without a limit, a scope gives 10 memories",
    SEARCH,
    () =>
      asking(
        (query) => query.has("scope_id") && !query.has("limit"),
        (query) => query.set("limit", "10"),
      ),
  ),
  fault("memory-walk-loses-the-last", "memories.search.walk", "the cursor ends when one memory is left", SEARCH, () =>
    together(
      onSuccess("search-memories", (reply, call) => {
        const data = asObject(reply.body.data);
        if (Array.isArray(data.hits) && data.hits.length === 1 && call.query.has("cursor")) data.hits = [];
      }),
    ),
  ),
  fault(
    "memory-walk-third-page-lost",
    "memories.search.walk",
    "every third page with a cursor lacks its first memory",
    SEARCH,
    () => {
      let count = 0;
      return editingList("search-memories", "data.hits", (hits, call) =>
        call.query.has("cursor") && ++count % 3 === 0 ? hits.slice(1) : hits,
      );
    },
  ),
  fault("memory-walk-ends-after-five-pages", "memories.search.walk", "a walk has five pages at most", SEARCH, () => {
    const depth = new Map<string, number>();
    return onSuccess("search-memories", (reply, call) => {
      const data = asObject(reply.body.data);
      const page = (depth.get(call.query.get("cursor") ?? "") ?? 0) + 1;
      if (typeof data.nextCursor !== "string") return;
      depth.set(data.nextCursor, page);
      if (page >= 5) data.nextCursor = null;
    });
  }),
  fault(
    "memory-cursor-forgets-scope",
    "memories.search.cursor-filters",
    "pages after the first ignore the scope",
    SEARCH,
    () => laterPages((query) => query.delete("scope_id")),
  ),
  fault(
    "memory-cursor-forgets-bounds",
    "memories.search.cursor-filters",
    "pages after the first ignore the bounds of creation",
    SEARCH,
    () =>
      together(
        lax("createdFrom", (query) => query.has("cursor")),
        lax("createdTo", (query) => query.has("cursor")),
      ),
  ),
  fault(
    "memory-found-cached-across-workspaces",
    "isolation.search-memories",
    "an answer is kept by its query, whoever asks",
    SEARCH,
    () => cached("search-memories"),
  ),
];

/** Lets every scope be read while a search without a scope asks in some way. */
function readingWhen(holds: (call: Call) => boolean): Change {
  return reading((call) => !call.query.has("scope_id") && holds(call));
}

/** Lets every scope be read while a search asks in some way. */
function reading(holds: (call: Call) => boolean): Change {
  let open = false;
  return together(
    onCall("*", (call) => {
      open = call.operation === "search-memories" && holds(call);
    }),
    rules({ memories: { mayRead: (caller, scopeId) => open || memoryRules.mayRead(caller, scopeId) } }),
  );
}

/** Walks without what the cursor keeps, and edits the query of later pages. */
function laterPages(edit: (query: URLSearchParams) => void): Change {
  return together(
    rules({ memories: { cursorKeepsFilters: false } }),
    onCall("search-memories", (call) => {
      if (call.query.has("cursor")) edit(call.query);
    }),
  );
}
