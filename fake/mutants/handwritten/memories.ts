import { asObject, isObject, type Json } from "../../../spec/json.ts";
import { readCursor, writeCursor } from "../../features/memories/cursor.ts";
import { searchMemories } from "../../features/memories/listing.ts";
import type { StoredMemory } from "../../features/memories/model.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";
import { type Change, combine } from "../../overrides/changes.ts";
import { bodyMember, editBody, editSuccess, inputs, onCall, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import { ownKey, withKey } from "../../overrides/identities.ts";
import { referenceRules } from "../../reference-rules.ts";
import type { ApiKey } from "../../service.ts";
import {
  callMutant,
  handwritten,
  hookMutant,
  listMutant,
  mutantOf,
  replyMutant,
  ruleMutant,
  successMutant,
} from "./handwritten.ts";
import { copyOf, listIn, member, successWith } from "./tools.ts";

const HITS = "data.hits";
const WALK = "memories.search.walk";
const SCOPE = "memories.remember.scope";
const UNREADABLE = "memories.permissions.unreadable-scope";

/** Returns the first of the scopes where the caller has a permission; undefined for an unknown caller. */
function firstScope(call: Call, permission: "CAN_READ" | "CAN_WRITE", isMeant: (scopes: string[]) => boolean) {
  const key = ownKey(call);
  const scopes = key === undefined ? [] : [...key.workspace.directory.scopesOf(permission, key.agent.id)];
  return isMeant(scopes) ? scopes[0] : undefined;
}

const remembering = handwritten("remember", {
  "stored-in-first-scope": callMutant(
    "stores a memory in the caller's first writable scope instead of the named one",
    SCOPE,
    (call) => {
      const first = firstScope(call, "CAN_WRITE", (own) => own.includes(String(bodyMember(call, "scope_id"))));
      if (first !== undefined) editBody(call, (body) => ({ ...body, scope_id: first }));
    },
  ),
  "context-overwrites-metadata": callMutant(
    "overwrites the metadata members where and why by the context of the claim",
    "memories.remember.metadata",
    (call) =>
      editBody(call, (body) => {
        const { metadata } = body;
        if (!isObject(metadata ?? null)) return body;
        const taken = Object.keys(asObject(metadata)).filter((name) => ["where", "why"].includes(name) && name in body);
        const told = Object.fromEntries(taken.map((name) => [name, body[name] ?? null]));
        return { ...body, metadata: { ...asObject(metadata), ...told } };
      }),
  ),
  "equal-memory-of-other-scope-returned": hookMutant(
    "returns a memory of another scope with the same content instead of storing a new one",
    SCOPE,
    (call, next) => {
      const [content, scope] = [bodyMember(call, "content"), bodyMember(call, "scope_id")];
      const stored = [...(ownKey(call)?.workspace.memories.all() ?? [])];
      const known = stored.find(({ memory, scopeId }) => memory.content === content && scopeId !== scope);
      return known ? { ...successWith(call, copyOf(known.memory)), headers: {} } : next();
    },
  ),
  "rejected-claim-stored-as-invalidated": hookMutant(
    "stores a claim with an invalid confidence as an invalidated memory while rejecting it",
    "memories.remember.refused-without-effect",
    (call, next) => {
      const reply = next();
      if (reply.status !== 400 || typeof bodyMember(call, "confidence") !== "number") return reply;
      const { rejection } = call;
      editBody(call, ({ confidence: _confidence, ...body }) => body);
      const kept = next();
      call.rejection = rejection;
      const { id } = asObject(asObject(kept.body as Json).data);
      const stored = call.caller?.workspace.memories.get(String(id));
      if (stored !== undefined) stored.memory.status = "invalidated";
      return reply;
    },
  ),
  "concurrent-memories-share-content": mutantOf(
    "gives a memory the content of another one that was stored within the last 5 ms",
    "consistency.concurrent-writers",
    (operation) => {
      let last = { at: Number.NEGATIVE_INFINITY, content: "" };
      return onCall(operation, (call) => {
        const content = bodyMember(call, "content");
        if (typeof content !== "string") return;
        const mixed = call.at - last.at < CONCURRENT_MS ? last.content : content;
        last = { at: call.at, content };
        editBody(call, (body) => ({ ...body, content: mixed }));
      });
    },
  ),
});

/** Milliseconds within which two writes are concurrent. */
const CONCURRENT_MS = 5;

/** Changes the query of searches that name the same instant as both bounds. */
const oneInstant = (title: string, edit: (query: URLSearchParams) => void) =>
  callMutant(title, "memories.search.created-to-exclusive", ({ query }) => {
    if (query.has("from") && query.get("from") === query.get("to")) edit(query);
  });

const tagsOf = (hit: Json): number => listIn(asObject(member(hit, "metadata")), "tags").length;

const searching = handwritten("search-memories", {
  "never-expires": ruleMutant("never marks a memory as expired", "memories.expiry.leaves-current", {
    memories: { expireUpTo: () => Number.NEGATIVE_INFINITY },
  }),
  "expired-marked-as-invalidated": ruleMutant(
    "gives expired memories the status invalidated",
    "memories.expiry.status",
    {
      memories: { expiredStatus: "invalidated" },
    },
  ),
  "memories-with-two-tags-repeated": listMutant(
    "returns memories with two or more tags twice",
    "memories.search.no-repeats",
    HITS,
    (hits, { query }) =>
      hits.flatMap((hit) => (tagsOf(hit) > 1 ? [hit, hit] : [hit])).slice(0, Number(query.get("limit") ?? 20)),
  ),
  "equal-bounds-are-ignored": oneInstant("ignores the bounds of the creation time if they are equal", (query) => {
    query.delete("from");
    query.delete("to");
  }),
  "equal-bounds-are-inclusive": oneInstant(
    "includes the upper bound of the creation time if it equals the lower one",
    (query) => query.set("to", new Date(Date.parse(query.get("to") ?? "") + 1).toISOString()),
  ),
  "reversed-bounds-are-swapped": callMutant(
    "swaps the bounds of the creation time if they are in the wrong order",
    "memories.search.created-to",
    ({ query }) => {
      const [from = "", to = ""] = [query.get("from") ?? undefined, query.get("to") ?? undefined];
      if (!(Date.parse(from) > Date.parse(to))) return;
      query.set("from", to);
      query.set("to", from);
    },
  ),
  "searches-first-scope-only": callMutant(
    "searches only the first readable scope if the request names none",
    "memories.search.all-scopes",
    (call) => {
      const first = firstScope(call, "CAN_READ", () => !call.query.has("scope_id") && !call.query.has("cursor"));
      if (first !== undefined) call.query.set("scope_id", first);
    },
  ),
  "search-returns-own-memories-only": mutantOf(
    "returns only memories that the caller has stored",
    "memories.search.all-scopes",
    (operation) => {
      const authors = new Map<unknown, unknown>();
      return combine(
        onSuccess("remember", ({ body }, { caller }) => {
          authors.set(asObject(body.data).id, caller?.agent.id);
        }),
        onSuccess(operation, ({ body }, { caller }) => {
          const data = asObject(body.data);
          const isOwn = (hit: Json) => (authors.get(member(hit, "id")) ?? caller?.agent.id) === caller?.agent.id;
          data.hits = listIn(data, "hits").filter(isOwn);
        }),
      );
    },
  ),
  "unreadable-scope-is-empty": replyMutant(
    "returns an empty list for a scope that the caller cannot read",
    UNREADABLE,
    (reply, call) => {
      if (reply.status === 403) Object.assign(reply, successWith(call, { hits: [], nextCursor: null }));
    },
  ),
  "unreadable-scope-is-not-found": replyMutant(
    "rejects a scope that the caller cannot read with 404 instead of 403",
    UNREADABLE,
    (reply) => {
      const error = { code: "not_found", message: "There is no such scope" };
      if (reply.status === 403) Object.assign(reply, { status: 404, body: { success: false, error } });
    },
  ),
  "unreadable-scope-accepted-after-permitted-read": mutantOf(
    "accepts an unreadable scope for two seconds after a permitted read of it",
    UNREADABLE,
    (operation) => {
      const opened = new Map<string, number>();
      return onReply(operation, (reply, call) => {
        const scope = call.query.get("scope_id");
        if (scope === null) return;
        if (reply.status === 200) opened.set(scope, call.at);
        const isOpen = call.at - (opened.get(scope) ?? Number.NEGATIVE_INFINITY) < 2_000;
        if (reply.status === 403 && isOpen) Object.assign(reply, successWith(call, { hits: [], nextCursor: null }));
      });
    },
  ),
  "cursor-acts-as-its-owner": mutantOf(
    "continues the search of another agent with the permissions of that agent",
    "isolation.search-memories",
    (operation) => {
      const givenTo = new Map<unknown, ApiKey>();
      return {
        around: (call, next) => {
          const key = ownKey(call);
          if (call.operation !== operation || key === undefined) return next();
          const owner = givenTo.get(call.query.get("cursor"));
          const reply = owner === undefined || owner === key ? next() : withKey(call, owner, next);
          const { nextCursor } = asObject(asObject(reply.body as Json).data ?? null);
          if (typeof nextCursor === "string") givenTo.set(nextCursor, owner ?? key);
          return reply;
        },
      };
    },
  ),
});

/** Returns the memory at the end of the previous page; undefined on a first page. */
function endedWith({ caller, query }: Call): StoredMemory | undefined {
  const cursor = query.get("cursor");
  if (caller === null || cursor === null) return undefined;
  const { last } = readCursor(caller.service.secret, cursor);
  return [...caller.workspace.memories.all()].find(({ sequence }) => sequence === last);
}

/** Returns the change in which each request of a search states its own filters, with pages after the first edited. */
const laterPages = (edit: (query: URLSearchParams) => void): Change =>
  combine(
    rules({ memories: { cursorKeepsFilters: false } }),
    onCall("search-memories", ({ query }) => {
      if (query.has("cursor")) edit(query);
    }),
  );

/** Returns the next memory of a keyset that compares instants with "at most", and excludes only the last memory. */
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

const paging = handwritten("search-memories", {
  "pages-skip-equal-times": listMutant(
    "leaves memories with the creation time of a page's last memory out of the next page",
    WALK,
    HITS,
    (hits, call) => {
      const instant = endedWith(call)?.memory.created_at;
      return hits.filter((hit) => member(hit, "created_at") !== instant);
    },
  ),
  "pages-repeat-last-memory": listMutant(
    "repeats the last memory of a page on the next one",
    WALK,
    HITS,
    (hits, call) => {
      const ended = endedWith(call);
      return ended === undefined ? hits : [copyOf(ended.memory), ...hits].slice(0, Math.max(hits.length, 1));
    },
  ),
  "pages-repeat-equal-times": successMutant(
    "returns memories with equal creation times again on later pages",
    WALK,
    (reply, call) => {
      reply.body.data = goneRound(call) ?? reply.body.data ?? null;
    },
  ),
  "pages-never-end": mutantOf(
    "returns a cursor to the first page with the last page",
    "memories.search.walk-ends",
    (operation) =>
      combine(
        onCall(operation, ({ query }) => {
          if (query.get("cursor") === "again") query.delete("cursor");
        }),
        editSuccess(operation, "data.nextCursor", (cursor) => cursor ?? "again"),
      ),
  ),
  "last-page-leads-to-itself": successMutant(
    "returns the cursor of the last page with the last page",
    "memories.search.walk-ends",
    ({ body }, { query }) => {
      asObject(body.data).nextCursor ??= query.get("cursor");
    },
  ),
  "search-ends-after-five-pages": mutantOf("returns no cursor after five pages", WALK, (operation) => {
    const pages = new Map<string, number>();
    return onSuccess(operation, ({ body }, { query }) => {
      const data = asObject(body.data);
      const count = (pages.get(query.get("cursor") ?? "") ?? 0) + 1;
      if (typeof data.nextCursor !== "string") return;
      pages.set(data.nextCursor, count);
      if (count >= 5) data.nextCursor = null;
    });
  }),
  "no-cursor-above-maximum-limit": mutantOf("clamps a limit above 100 and then returns no cursor", WALK, (operation) =>
    combine(
      inputs(operation, { limit: { maximum: 100, above: "clamp" } }),
      onSuccess(operation, ({ body }, { query }) => {
        if (Number(query.get("limit")) > 100) asObject(body.data).nextCursor = null;
      }),
    ),
  ),
  "cursor-ignores-scope": mutantOf(
    "returns memories of all scopes on later pages of a search in one scope",
    "memories.search.cursor-filters",
    () => laterPages((query) => query.delete("scope_id")),
  ),
  "cursor-ignores-scope-permission": mutantOf(
    "does not check the permission for a scope that is named with a cursor",
    "memories.permissions.unreadable-hidden",
    () => {
      let isOpen = false;
      return combine(
        laterPages(() => {}),
        onCall("*", ({ operation, query }) => {
          isOpen = operation === "search-memories" && query.has("scope_id") && query.has("cursor");
        }),
        rules({ memories: { mayRead: (caller, scopeId) => isOpen || memoryRules.mayRead(caller, scopeId) } }),
      );
    },
  ),
});

/** Mutants of remembering and of searching. */
export const memorySites = [...remembering, ...searching, ...paging];
