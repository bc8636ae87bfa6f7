import { asObject, isObject, type Json } from "../../../spec/json.ts";
import type { Change } from "../../overrides/change.ts";
import { bodyMember, editBody, inputs, onCall, onSuccess, rules, when } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { asJson } from "../json-value.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";
import { copyOf, editingList, invented, member } from "./tools.ts";

const SEARCH = "search-memories";

const claim = (id: string, breaks: string, title: string, plant: () => Change) =>
  handwritten(id, breaks, title, "remember", plant);

/** Accepts metadata that is too large, as long as a part of it is not. */
const sizeOf = (id: string, title: string, counted: (metadata: Record<string, Json | undefined>) => unknown) =>
  claim(`metadata-size-${id}`, "memories.remember.metadata-size", title, () =>
    when(
      (call) => {
        const metadata = bodyMember(call, "metadata");
        return isObject(metadata as Json) && JSON.stringify(counted(asObject(asJson(metadata)))).length <= 4096;
      },
      inputs("remember", { metadata: { maximum: undefined } }),
    ),
  );

const flat = (metadata: Record<string, Json | undefined>) =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => typeof value !== "object"));

/** Days of the named lifetimes. */
const PRESET_SECONDS = [7, 90, 365].map((days) => days * 86_400);

/** Edits the query of searches that name the same instant as both bounds. */
const oneInstant = (edit: (query: URLSearchParams) => void): Change =>
  onCall(SEARCH, ({ query }) => {
    if (query.has("from") && query.get("from") === query.get("to")) edit(query);
  });

/** Mutants of remembering, and of what a search makes of it. */
export const memorySites: readonly HandwrittenSite[] = [
  claim("written-to-the-first-scope", "memories.remember.scope", "a memory goes to the caller's first scope", () =>
    onCall("remember", (call) => {
      const key = ownKey(call);
      const own = key === undefined ? [] : [...key.workspace.directory.scopesOf("CAN_WRITE", key.agent.id)];
      const [first] = own;
      if (first !== undefined && own.includes(String(bodyMember(call, "scope_id"))))
        editBody(call, (body) => ({ ...body, scope_id: first }));
    }),
  ),
  claim("context-rejected", "memories.remember.context", "a memory that says where or why is rejected", () =>
    onSuccess("remember", (reply, call) => {
      if (bodyMember(call, "where") === undefined && bodyMember(call, "why") === undefined) return;
      const error = { code: "VALIDATION_ERROR", message: "The request is not valid" };
      Object.assign(reply, { status: 400, body: { success: false, error } });
    }),
  ),
  claim("metadata-yields-to-context", "memories.remember.metadata", "where and why take the place of metadata", () =>
    onCall("remember", (call) =>
      editBody(call, (body) => {
        const { metadata } = body;
        if (!isObject(metadata ?? null)) return body;
        const taken = Object.keys(asObject(metadata)).filter((name) => ["where", "why"].includes(name) && name in body);
        const told = Object.fromEntries(taken.map((name) => [name, body[name] ?? null]));
        return { ...body, metadata: { ...asObject(metadata), ...told } };
      }),
    ),
  ),
  sizeOf("of-values-alone", "names of metadata are not counted", (metadata) => Object.values(metadata)),
  sizeOf("without-tags", "the tags of metadata are not counted", ({ tags: _tags, ...metadata }) => metadata),
  sizeOf("of-flat-values", "nested metadata is not counted", flat),
  claim("equal-lifetimes-accepted", "memories.remember.ttl-exclusive", "two equal lifetimes are accepted", () =>
    onCall("remember", (call) => {
      if (PRESET_SECONDS.includes(Number(bodyMember(call, "ttl_seconds"))))
        editBody(call, ({ ttl_preset: _preset, ...body }) => body);
    }),
  ),
  claim("kind-in-the-plural-accepted", "memories.remember.kind-enum", "a kind in the plural is taken for it", () =>
    onCall("remember", (call) => {
      const kind = bodyMember(call, "kind");
      if (typeof kind === "string") editBody(call, (body) => ({ ...body, kind: kind.replace(/s$/, "") }));
    }),
  ),
  claim("starts-invalidated", "memories.remember.current", "a new memory has a time of invalidation", () =>
    onSuccess("remember", ({ body }) => {
      const data = asObject(body.data);
      data.invalidated_at = data.created_at ?? null;
    }),
  ),
  claim("memory-of-another-scope-again", "memories.remember.scope", "a claim of another scope is that memory", () => ({
    around: (call, next) => {
      if (call.operation !== "remember") return next();
      const [content, scope] = [bodyMember(call, "content"), bodyMember(call, "scope_id")];
      const stored = [...(ownKey(call)?.workspace.memories.all() ?? [])];
      const known = stored.find(({ memory, scopeId }) => memory.content === content && scopeId !== scope);
      return known ? { ...invented(call, copyOf(known.memory)), headers: {} } : next();
    },
  })),
  claim(
    "rejected-kept-as-invalidated",
    "memories.remember.refused-without-effect",
    "what is rejected for its confidence is kept as an invalidated memory",
    () => ({
      around: (call, next) => {
        const reply = next();
        const rejected = call.operation === "remember" && reply.status === 400;
        if (!rejected || typeof bodyMember(call, "confidence") !== "number") return reply;
        const { refusal } = call;
        editBody(call, ({ confidence: _confidence, ...body }) => body);
        const kept = next();
        call.refusal = refusal;
        const { id } = asObject(asObject(kept.body as Json).data);
        const stored = call.caller?.workspace.memories.get(String(id));
        if (stored !== undefined) stored.memory.status = "invalidated";
        return reply;
      },
    }),
  ),
  handwritten("never-expires", "memories.expiry.leaves-current", "memories never expire", SEARCH, () =>
    rules({ memories: { expireUpTo: () => Number.NEGATIVE_INFINITY } }),
  ),
  handwritten("expires-into-invalidated", "memories.expiry.status", "what expires is invalidated", SEARCH, () =>
    rules({ memories: { expiredStatus: "invalidated" } }),
  ),
  handwritten("twice-with-two-tags", "memories.search.no-repeats", "what has several tags is found twice", SEARCH, () =>
    editingList(SEARCH, "data.hits", (hits, { query }) =>
      hits.flatMap((hit) => (tagsOf(hit) > 1 ? [hit, hit] : [hit])).slice(0, Number(query.get("limit") ?? 20)),
    ),
  ),
  handwritten(
    "like-memories-once",
    "memories.remember.found",
    "of memories that say the same a page shows one",
    SEARCH,
    () =>
      editingList(SEARCH, "data.hits", (hits) => [
        ...new Map(hits.map((hit) => [member(hit, "content"), hit])).values(),
      ]),
  ),
  handwritten("one-of-each-title", "tasks.create.listed", "of tasks with one title one is listed", "list-tasks", () =>
    editingList("list-tasks", "data", (tasks) => [
      ...new Map(tasks.map((task) => [member(task, "title"), task])).values(),
    ]),
  ),
  handwritten(
    "one-instant-is-no-range",
    "memories.search.created-to-exclusive",
    "equal bounds count as none",
    SEARCH,
    () =>
      oneInstant((query) => {
        query.delete("from");
        query.delete("to");
      }),
  ),
  handwritten(
    "one-instant-inclusive",
    "memories.search.created-to-exclusive",
    "between equal bounds what was made at that instant is found",
    SEARCH,
    () => oneInstant((query) => query.set("to", new Date(Date.parse(query.get("to") ?? "") + 1).toISOString())),
  ),
  handwritten("bounds-exchanged", "memories.search.created-to", "bounds in the wrong order change places", SEARCH, () =>
    onCall(SEARCH, ({ query }) => {
      const [from = "", to = ""] = [query.get("from") ?? undefined, query.get("to") ?? undefined];
      if (!(Date.parse(from) > Date.parse(to))) return;
      query.set("from", to);
      query.set("to", from);
    }),
  ),
  handwritten("lower-bound-as-upper", "memories.search.created-from", "the lower bound is an upper one", SEARCH, () =>
    rules({ memories: { filters: { createdFrom: ({ madeAt }, bound) => madeAt < bound } } }),
  ),
  handwritten("first-scope-alone", "memories.search.all-scopes", "without a scope the first is searched", SEARCH, () =>
    onCall(SEARCH, (call) => {
      const key = ownKey(call);
      const [first] = key?.workspace.directory.scopesOf("CAN_READ", key.agent.id) ?? [];
      if (first !== undefined && !call.query.has("scope_id") && !call.query.has("cursor"))
        call.query.set("scope_id", first);
    }),
  ),
];

function tagsOf(hit: Json): number {
  const { tags } = asObject(member(hit, "metadata"));
  return Array.isArray(tags) ? tags.length : 0;
}
