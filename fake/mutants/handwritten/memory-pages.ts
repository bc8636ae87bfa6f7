import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { readCursor, writeCursor } from "../../features/memories/cursor.ts";
import { searchMemories } from "../../features/memories/listing.ts";
import type { StoredMemory } from "../../features/memories/model.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";
import { type Change, together } from "../../overrides/change.ts";
import { answering, inputs, onCall, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import { referenceRules } from "../../reference-rules.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";
import { copyOf, editingList, invented, member } from "./tools.ts";

const SEARCH = "search-memories";
const WALK = "memories.search.walk";

/** The memory that the page before ended with; undefined on a first page. */
function endedWith({ caller, query }: Call): StoredMemory | undefined {
  const cursor = query.get("cursor");
  if (caller === null || cursor === null) return undefined;
  const { last } = readCursor(caller.service.secret, cursor);
  return [...caller.workspace.memories.all()].find(({ sequence }) => sequence === last);
}

const editingHits = (edit: (hits: readonly Json[], call: Call) => Json[]): Change =>
  editingList(SEARCH, "data.hits", edit);

const page = (id: string, title: string, plant: () => Change, breaks = WALK) =>
  handwritten(id, breaks, title, SEARCH, plant);

/** Walks by what each request names, where pages after the first are changed. */
const laterPages = (edit: (query: URLSearchParams) => void): Change =>
  together(
    rules({ memories: { cursorKeepsFilters: false } }),
    onCall(SEARCH, ({ query }) => {
      if (query.has("cursor")) edit(query);
    }),
  );

/** Takes a limit above the largest for that, and says that there is no more. */
const endingAbove = (operation: string, most: number, edit: (data: JsonObject) => void): Change =>
  together(
    inputs(operation, { limit: { maximum: most, above: "clamp" } }),
    onSuccess(operation, ({ body }, { query }) => {
      if (Number(query.get("limit")) > most) edit(asObject(body.data));
    }),
  );

/** Mutants of the pages of search-memories, and of the scopes that may be searched. */
export const memoryPageSites: readonly HandwrittenSite[] = [
  page("pages-start-after-the-instant", "a page starts after the instant of the last memory", () =>
    editingHits((hits, call) => {
      const ended = endedWith(call);
      return hits.filter((hit) => member(hit, "created_at") !== ended?.memory.created_at);
    }),
  ),
  page("pages-repeat-the-last", "a page starts with the last memory of the one before", () =>
    editingHits((hits, call) => {
      const ended = endedWith(call);
      return ended === undefined ? [...hits] : [copyOf(ended.memory), ...hits].slice(0, Math.max(hits.length, 1));
    }),
  ),
  page("pages-go-round-an-instant", "a page starts again at the last instant, without the last memory", () =>
    onSuccess(SEARCH, (reply, call) => {
      reply.body.data = goneRound(call) ?? reply.body.data ?? null;
    }),
  ),
  page(
    "pages-never-end",
    "the last page has a cursor to the first",
    () =>
      together(
        onCall(SEARCH, ({ query }) => {
          if (query.get("cursor") === "again") query.delete("cursor");
        }),
        answering(SEARCH, "data.nextCursor", (cursor) => cursor ?? "again"),
      ),
    "memories.search.walk-ends",
  ),
  page(
    "last-page-leads-to-itself",
    "the last page has the cursor that led to it",
    () =>
      onSuccess(SEARCH, ({ body }, { query }) => {
        const data = asObject(body.data);
        data.nextCursor ??= query.get("cursor");
      }),
    "memories.search.walk-ends",
  ),
  page("five-pages-at-most", "a walk has five pages at most", () => {
    const pages = new Map<string, number>();
    return onSuccess(SEARCH, ({ body }, { query }) => {
      const data = asObject(body.data);
      const count = (pages.get(query.get("cursor") ?? "") ?? 0) + 1;
      if (typeof data.nextCursor !== "string") return;
      pages.set(data.nextCursor, count);
      if (count >= 5) data.nextCursor = null;
    });
  }),
  page("no-cursor-above-the-largest-limit", "a limit above the largest counts as it, and no cursor leads on", () =>
    endingAbove(SEARCH, 100, (data) => {
      data.nextCursor = null;
    }),
  ),
  handwritten(
    "no-more-above-the-largest-limit",
    "messages.get.has-more-true",
    "a limit above 25 counts as 25, and there is no more",
    "get-messages",
    () =>
      endingAbove("get-messages", 25, (data) => {
        data.hasMore = false;
      }),
  ),
  page(
    "cursor-forgets-scope",
    "pages after the first ignore the scope",
    () => laterPages((query) => query.delete("scope_id")),
    "memories.search.cursor-filters",
  ),
  page(
    "any-scope-beside-a-cursor",
    "with a cursor any scope that is named is searched",
    () => {
      let isOpen = false;
      return together(
        laterPages(() => {}),
        onCall("*", ({ operation, query }) => {
          isOpen = operation === SEARCH && query.has("scope_id") && query.has("cursor");
        }),
        rules({ memories: { mayRead: (caller, scopeId) => isOpen || memoryRules.mayRead(caller, scopeId) } }),
      );
    },
    "memories.permissions.unreadable-hidden",
  ),
  page(
    "forbidden-scope-empty",
    "a scope that may not be read has no memories",
    () =>
      onReply(SEARCH, (reply, call) => {
        if (reply.status === 403) Object.assign(reply, invented(call, { hits: [], nextCursor: null }));
      }),
    "memories.permissions.unreadable-scope",
  ),
  page(
    "forbidden-scope-not-found",
    "a scope that may not be read does not exist",
    () =>
      onReply(SEARCH, (reply) => {
        if (reply.status !== 403) return;
        const error = { code: "not_found", message: "There is no such scope" };
        Object.assign(reply, { status: 404, body: { success: false, error } });
      }),
    "memories.permissions.unreadable-scope",
  ),
  page(
    "scope-open-after-another",
    "a scope that an agent was let into stands open for two seconds",
    () => {
      const opened = new Map<string, number>();
      return onReply(SEARCH, (reply, call) => {
        const scope = call.query.get("scope_id");
        if (scope === null) return;
        if (reply.status === 200) opened.set(scope, call.at);
        const isOpen = call.at - (opened.get(scope) ?? Number.NEGATIVE_INFINITY) < 2_000;
        if (reply.status === 403 && isOpen) Object.assign(reply, invented(call, { hits: [], nextCursor: null }));
      });
    },
    "memories.permissions.unreadable-scope",
  ),
  page(
    "search-kept-for-all-workspaces",
    "what a search finds is kept by its query, and given where nothing is found",
    () => {
      const kept = new Map<string, Json>();
      return onSuccess(SEARCH, ({ body }, { query }) => {
        const data = asObject(body.data);
        const key = query.toString();
        if (Array.isArray(data.hits) && data.hits.length > 0) kept.set(key, kept.get(key) ?? copyOf(data));
        else body.data = kept.get(key) ?? data;
      });
    },
    "isolation.search-memories",
  ),
];

/** A keyset that compares the instant with "at most", and keeps out the one memory that it stopped at. */
function goneRound(call: Call): Json {
  const { caller, query } = call;
  const ended = endedWith(call);
  if (caller === null || ended === undefined) return null;
  const { given, wanted } = readCursor(caller.service.secret, query.get("cursor") ?? "");
  const sequences = new Map([...caller.workspace.memories.all()].map((one) => [one.memory.id, one.sequence]));
  const ruled = { ...caller, rules: referenceRules() };
  const { hits: all } = searchMemories(ruled, { ...wanted, cursor: undefined, limit: sequences.size });
  const { id: last, created_at: instant } = ended.memory;
  const rest = all.filter(({ id, created_at }) => id !== last && created_at <= instant);
  const hits = rest.slice(0, Number(query.get("limit") ?? 20));
  const next = sequences.get(hits.at(-1)?.id ?? "");
  const isOver = next === undefined || rest.length === hits.length;
  const nextCursor = isOver
    ? null
    : writeCursor(caller.service.secret, { wanted, last: next, given: given + hits.length });
  return { hits: hits.map(copyOf), nextCursor };
}
