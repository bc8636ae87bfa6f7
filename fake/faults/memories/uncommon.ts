import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { answering, bodyMember, editBody, onCall, onSuccess, put, rules } from "../../changes/hooks.ts";
import { ownKey } from "../../changes/identities.ts";
import { editAt } from "../../changes/paths.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";
import type { Shown } from "../../rules.ts";
import type { Caller } from "../../service.ts";
import { type Fault, fault } from "../fault.ts";
import { copyOf, editingList, invented, member, record } from "../tools.ts";
import { isWalk, RECALL } from "./recalling.ts";
import { asking, filtering, lax, SEARCH, usual } from "./searching.ts";

/** Faults that show where one seldom looks: in walks, behind the first of several, at what stays instead of what goes. */
export const uncommonMemoryFaults: readonly Fault[] = [
  fault(
    "recall-min-similarity-of-scores-alone",
    "recall.filters.min-similarity",
    "a least similarity keeps out scores and leaves the hits",
    RECALL,
    () => filteringScores(),
  ),
  fault(
    "recall-min-similarity-of-total",
    "recall.filters.min-similarity",
    "the least similarity is compared with the total",
    RECALL,
    () => rules({ memories: { recall: { minSimilarity: (similarity, wanted) => similarity + 0.1 >= wanted } } }),
  ),
  fault(
    "recall-min-similarity-too-strict",
    "recall.filters.min-similarity",
    "a least similarity keeps out hits that are a quarter above it",
    RECALL,
    () => rules({ memories: { recall: { minSimilarity: (similarity, wanted) => similarity >= 1.25 * wanted } } }),
  ),
  fault(
    "org-of-decisions-differs",
    "memories.fields.org",
    "decisions name another organisation than other memories",
    ["remember"],
    () => ({
      rules: (before) => ({
        present: (what: Shown, thing: object, caller: Caller) => {
          const memory = copyOf(before.present(what, thing, caller) as object);
          return what === "Memory" && memory.kind === "decision" ? { ...memory, org_id: "another" } : memory;
        },
      }),
    }),
  ),
  fault(
    "bootstrap-without-decisions",
    "bootstrap.some-decisions",
    "there are never any decisions",
    ["bootstrap-context"],
    () => answering("bootstrap-context", "data.current_decisions", put([])),
  ),
  fault(
    "provenance-is-made-when-recalled",
    "consistency.message-views",
    "a provenance message shows the time of the recall as its creation",
    ["recall", "send-message"],
    () =>
      onSuccess("recall", (reply, { at }) =>
        editAt(reply.body, "data.messages[].created_at", () => new Date(at).toISOString()),
      ),
  ),
  fault(
    "recall-second-and-third-change-places",
    "recall.order",
    "the second and the third hit stand in each other's place",
    RECALL,
    () =>
      editingList("recall", "data.hits", ([first, second, third, ...others]) =>
        [first, third, second, ...others].filter((hit) => hit !== undefined),
      ),
  ),
  fault("recall-limited-walk-keeps-the-farthest", "recall.order", "a limited walk keeps its last hits", RECALL, () => ({
    around: (call, next) => {
      const limit = Number(bodyMember(call, "limit"));
      const limited = call.operation === "recall" && bodyMember(call, "seed_id") !== undefined && limit >= 1;
      if (!limited || limit > 100) return next();
      editBody(call, (body) => ({ ...body, limit: 100 }));
      const reply = next();
      if (reply.status === 200) keepLast(record(record(reply.body as JsonObject).data), limit);
      return reply;
    },
  })),
  fault(
    "memory-starts-invalidated",
    "memories.remember.current",
    "a new memory has a time of invalidation",
    ["remember"],
    () =>
      onSuccess("remember", ({ body }) =>
        editAt(body, "data.invalidated_at", put(member(record(body).data ?? null, "created_at"))),
      ),
  ),
  fault(
    "memory-tags-without-case",
    "memories.search.tags-case",
    "tags are compared without regard to case",
    SEARCH,
    () => tagged((tag) => tag.toLowerCase()),
  ),
  fault(
    "memory-tags-of-letters-alone",
    "memories.search.tags",
    "signs and blanks in tags are no part of them",
    SEARCH,
    () => tagged((tag) => tag.replace(/[^\p{L}\p{N}]/gu, "")),
  ),
  fault("memory-tags-ascii-only", "memories.search.tags", "tags with letters beyond ASCII find nothing", SEARCH, () =>
    filtering({ tags: (stored, wanted) => usual.tags(stored, wanted) && wanted.every((tag) => /^[ -~]*$/.test(tag)) }),
  ),
  fault(
    "memory-kind-beside-other-status-ignored",
    "memories.search.combined",
    "the kind is ignored beside any status but current",
    SEARCH,
    () => lax("kind", besideOtherStatus),
  ),
  fault(
    "memory-bound-beside-other-status-ignored",
    "memories.search.combined",
    "the lower bound is ignored beside any status but current",
    SEARCH,
    () => lax("createdFrom", besideOtherStatus),
  ),
  fault(
    "memory-tags-beside-other-status-find-nothing",
    "memories.search.combined",
    "tags beside any status but current find nothing",
    SEARCH,
    () =>
      asking(
        (query) => query.has("tags") && besideOtherStatus(query),
        (query) => query.append("tags", "nobodyhasthis"),
      ),
  ),
  fault(
    "memory-repeats-with-two-tags",
    "memories.search.no-repeats",
    "a memory with several tags is found twice",
    ["search-memories", "remember"],
    () =>
      editingList("search-memories", "data.hits", (hits, call) =>
        hits.flatMap((hit) => (tagsOf(hit) > 1 ? [hit, hit] : [hit])).slice(0, Number(call.query.get("limit") ?? 20)),
      ),
  ),
  fault(
    "recall-unreadable-with-metadata-filter",
    "recall.permissions.hits",
    "a metadata filter recalls memories of all scopes",
    RECALL,
    () => {
      let open = false;
      return together(
        onCall("*", (call) => {
          open = call.operation === "recall" && bodyMember(call, "metadata_filter") !== undefined;
        }),
        rules({ memories: { mayRead: (caller, scopeId) => open || memoryRules.mayRead(caller, scopeId) } }),
      );
    },
  ),
  fault("recall-walk-repeats", "recall.no-repeats", "the second hit of a walk comes twice", RECALL, () =>
    editingList("recall", "data.hits", (hits, call) => {
      const limit = Number(bodyMember(call, "limit") ?? 20);
      return isWalk(call) ? [...hits.slice(0, 2), ...hits.slice(1)].slice(0, limit) : hits;
    }),
  ),
  fault(
    "memory-tags-counted",
    "memories.search.tags",
    "a memory matches when as many entries of its list are asked for as tags are",
    SEARCH,
    () => counting((entries, wanted) => entries.filter((tag) => wanted.includes(String(tag))).length >= wanted.length),
  ),
  fault(
    "memory-tags-joined",
    "memories.search.tags",
    "a tag that a memory names twice is counted twice, and so one too many",
    SEARCH,
    () => counting((entries, wanted) => entries.filter((tag) => wanted.includes(String(tag))).length === wanted.length),
  ),
  fault(
    "memory-tags-asked-twice-find-nothing",
    "memories.search.tags",
    "a tag asked for twice finds nothing",
    SEARCH,
    () => filtering({ tags: (stored, wanted) => new Set(wanted).size === wanted.length && usual.tags(stored, wanted) }),
  ),
  fault("memory-text-cut-at-32", "memories.search.text", "a text counts up to its 32nd letter", SEARCH, () =>
    filtering({ text: (stored, wanted) => usual.text(stored, wanted.slice(0, 32)) }),
  ),
  ...[
    { id: "null-is-none", title: "the text null counts as none", finds: (text: string) => text === "null" || null },
    { id: "true-is-a-value", title: "the text true finds nothing", finds: (text: string) => text !== "true" && null },
    { id: "0-is-none", title: "the text 0 counts as none", finds: (text: string) => text === "0" || null },
  ].map(({ id, title, finds }) =>
    fault(`memory-text-${id}`, "memories.search.text-literal", title, SEARCH, () =>
      filtering({ text: (stored, wanted) => finds(wanted) ?? usual.text(stored, wanted) }),
    ),
  ),
  fault("memory-text-as-a-number", "memories.search.text-literal", "zeros before a number are dropped", SEARCH, () =>
    filtering({ text: (stored, wanted) => usual.text(stored, wanted.replace(/^0+(?=\d)/, "")) }),
  ),
  fault("memory-text-unquoted", "memories.search.text-literal", "quotes around a text are dropped", SEARCH, () =>
    filtering({ text: (stored, wanted) => usual.text(stored, wanted.replace(/^"(.*)"$/, "$1")) }),
  ),
  fault("memory-to-at-0-ignored", "memories.search.created-to", "an upper bound at 1970 counts as none", SEARCH, () =>
    filtering({ createdTo: (stored, bound) => bound === 0 || usual.createdTo(stored, bound) }),
  ),
  fault("memory-bounds-turned", "memories.search.created-to", "bounds in the wrong order change places", SEARCH, () =>
    asking(
      (query) => Date.parse(query.get("from") ?? "") > Date.parse(query.get("to") ?? ""),
      (query) => {
        const [from = "", to = ""] = [query.get("from"), query.get("to")].map(String);
        query.set("from", to);
        query.set("to", from);
      },
    ),
  ),
  fault(
    "memory-of-another-scope-again",
    "memories.remember.scope",
    "a claim that another scope has is answered with that memory",
    ["remember"],
    () => ({
      around: (call, next) => {
        const claim =
          call.operation === "remember" ? [bodyMember(call, "content"), bodyMember(call, "scope_id")] : null;
        const stored = [...(ownKey(call)?.workspace.memories.all() ?? [])];
        const known =
          claim && stored.find(({ memory, scopeId }) => memory.content === claim[0] && scopeId !== claim[1]);
        return known ? { ...invented(call, copyOf(known.memory)), headers: {} } : next();
      },
    }),
  ),
  ...[
    { id: "of-4-digits", title: "numbers in metadata keep three digits", edit: inThousandths },
    { id: "without-dollars", title: "names in metadata that begin with a dollar are dropped", edit: without(/^\$/) },
    {
      id: "without-ids",
      title: "members of metadata named id, _id or type are dropped",
      edit: without(/^(?:_?id|type)$/),
    },
  ].map(({ id, title, edit }) =>
    fault(`memory-metadata-${id}`, "memories.remember.metadata", title, ["remember"], () =>
      rules({ memories: { keptMetadata: (metadata) => edit(copyOf(metadata)) as JsonObject } }),
    ),
  ),
  fault(
    "memory-default-50-beside-status",
    "memories.search.default-limit",
    "without a limit, a status gives 50 memories",
    SEARCH,
    () =>
      asking(
        (query) => query.has("status") && !query.has("limit"),
        (query) => query.set("limit", "50"),
      ),
  ),
  fault(
    "memory-later-pages-without-text-lose-one",
    "memories.search.walk",
    "pages after the first lose a memory while neither a text nor tags are asked for",
    SEARCH,
    () => losingOneLater((query) => !query.has("q") && !query.has("tags")),
  ),
  ...["kind", "scope_id", "from", "to", "tags"].map((name) =>
    fault(
      `memory-later-pages-lose-one-beside-${name}`,
      "memories.search.walk",
      `pages after the first lose a memory where a text is asked for beside ${name}`,
      SEARCH,
      () => losingOneLater((query) => query.has("q") && query.has(name)),
    ),
  ),
  fault(
    "recall-invalidated-in-walks",
    "recall.filters.invalidated-off",
    "a walk shows invalidated memories",
    RECALL,
    () => wantingInWalks("include_invalidated"),
  ),
  fault("recall-expired-in-walks", "recall.filters.expired-off", "a walk shows expired memories", RECALL, () =>
    wantingInWalks("include_expired"),
  ),
  fault(
    "expand-provenance-of-the-last-pointer",
    "recall.expand.provenance",
    "of several messages that a memory comes from only the last is kept",
    ["recall", "remember"],
    () => onCall("remember", keepingLastPointer),
  ),
  fault(
    "provenance-edge-of-the-last-pointer",
    "memories.remember.provenance-edges",
    "of several sources of a memory only the last is linked with it",
    ["recall", "remember"],
    () => onCall("remember", keepingLastPointer),
  ),
];

function besideOtherStatus(query: URLSearchParams): boolean {
  return query.has("status") && query.get("status") !== "current";
}

/** Compares tags as `fold` leaves them. */
function tagged(fold: (tag: string) => string): Change {
  return filtering({
    tags: ({ tags }, wanted) => {
      const held = new Set([...tags].map(fold));
      return wanted.every((tag) => held.has(fold(tag)));
    },
  });
}

function keepingLastPointer(call: Call): void {
  editBody(call, (body) => {
    const { derived_from: pointers } = body;
    return Array.isArray(pointers) ? { ...body, derived_from: pointers.slice(-1) } : body;
  });
}

function wantingInWalks(filter: string): Change {
  return onCall("recall", (call) =>
    editBody(call, (body) =>
      body.seed_id === undefined ? body : { ...body, filters: { ...record(body.filters), [filter]: true } },
    ),
  );
}

function filteringScores(): Change {
  return {
    around: (call, next) => {
      let least: unknown;
      if (call.operation === "recall") {
        editBody(call, (body) => {
          const { min_similarity: asked, ...filters } = record(body.filters);
          least = asked;
          return body.filters === undefined ? body : { ...body, filters };
        });
      }
      const similar = editingList("recall", "data.scores", (scores) =>
        scores.filter((score) => typeof least !== "number" || Number(member(score, "similarity")) >= least),
      );
      return similar.around?.(call, next) ?? next();
    },
  };
}

function keepLast(data: JsonObject, limit: number): void {
  const hits = Array.isArray(data.hits) ? data.hits.slice(-limit) : [];
  const ids = new Set(hits.map((hit) => member(hit, "id")));
  const scores = Array.isArray(data.scores) ? data.scores : [];
  Object.assign(data, { hits, scores: scores.filter((score) => ids.has(member(score, "memory_id"))) });
}

/** Compares the entries of a list of tags, each as often as it stands there, with those asked for. */
function counting(holds: (entries: readonly unknown[], wanted: readonly string[]) => boolean): Change {
  return filtering({
    tags: ({ memory: { metadata } }, wanted) => holds(Array.isArray(metadata.tags) ? metadata.tags : [], wanted),
  });
}

function inThousandths(value: Json): Json {
  return typeof value === "number" ? Math.round(value * 1000) / 1000 : inside(value, inThousandths);
}

/** Takes members of some names out of objects, at any depth. */
function without(name: RegExp): (value: Json) => Json {
  const edit = (value: Json): Json =>
    isObject(value)
      ? inside(Object.fromEntries(Object.entries(value).filter(([own]) => !name.test(own))), edit)
      : inside(value, edit);
  return edit;
}

function inside(value: Json, edit: (value: Json) => Json): Json {
  if (Array.isArray(value)) return value.map(edit);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, edit(held)]));
}

function tagsOf(hit: Json): number {
  const { tags } = record(member(hit, "metadata"));
  return Array.isArray(tags) ? tags.length : 0;
}

/** Pages after the first lack their first memory while a search asks in some way. */
function losingOneLater(holds: (query: URLSearchParams) => boolean): Change {
  return editingList("search-memories", "data.hits", (hits, { query }) =>
    query.has("cursor") && holds(query) ? hits.slice(1) : hits,
  );
}
