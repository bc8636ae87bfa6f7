import type { Json, JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { answering, onCall, onReply, onSuccess, rules } from "../../changes/hooks.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";
import type { Rules } from "../../rules.ts";
import { type Fault, fault } from "../fault.ts";
import { shiftLimit } from "../messages/tools.ts";
import { copyOf, editingList, invented, member, record, refused, refusingWhen, shownKey } from "../tools.ts";

const SEARCH = ["search-memories"];

/** A search without one of its filters, by its name on the wire. */
const ignoring = (name: string): Change => onCall("search-memories", (call) => call.query.delete(name));

/** Another test of one filter. */
const filtering = (filters: Partial<Rules["memories"]["filters"]>): Change => rules({ memories: { filters } });

const MINUTE = 60_000;

/** Faults of the filters of search-memories. */
export const memoryFilterFaults: readonly Fault[] = [
  fault(
    "memory-search-with-tags-refused",
    "memories.search.succeeds",
    "a search by several tags is refused",
    SEARCH,
    () => refusingWhen("search-memories", (call) => call.query.getAll("tags").length > 1),
  ),
  fault(
    "memory-search-with-cursor-refused",
    "memories.search.succeeds",
    "a search with text and scope is refused",
    SEARCH,
    () => refusingWhen("search-memories", (call) => call.query.has("q") && call.query.has("scope_id")),
  ),
  fault("memory-kind-ignored", "memories.search.kind", "the kind filter is ignored", SEARCH, () => ignoring("kind")),
  fault("memory-kind-preference-empty", "memories.search.kind", "the filter preference finds nothing", SEARCH, () =>
    filtering({ kind: ({ memory }, wanted) => memory.kind === wanted && wanted !== "preference" }),
  ),
  fault("memory-kind-fact-with-decisions", "memories.search.kind", "the filter fact finds decisions too", SEARCH, () =>
    filtering({
      kind: ({ memory }, wanted) => memory.kind === wanted || (wanted === "fact" && memory.kind === "decision"),
    }),
  ),
  fault("memory-status-ignored", "memories.search.status", "the status filter is ignored", SEARCH, () =>
    filtering({ status: ({ memory }) => memory.status === "current" }),
  ),
  fault("memory-status-expired-empty", "memories.search.status", "the filter expired finds nothing", SEARCH, () =>
    filtering({ status: ({ memory }, wanted) => memory.status === wanted && wanted !== "expired" }),
  ),
  fault(
    "memory-status-superseded-with-invalidated",
    "memories.search.status",
    "the filter superseded finds invalidated memories too",
    SEARCH,
    () =>
      filtering({
        status: ({ memory }, wanted) =>
          memory.status === wanted || (wanted === "superseded" && memory.status === "invalidated"),
      }),
  ),
  fault(
    "memory-default-all",
    "memories.search.default-status",
    "without a status contested memories are found too",
    SEARCH,
    () => {
      let given = false;
      return together(
        onCall("search-memories", (call) => {
          given = call.query.has("status");
        }),
        filtering({
          status: ({ memory }, wanted) => memory.status === wanted || (!given && memory.status === "contested"),
        }),
      );
    },
  ),
  fault("memory-text-whole-words", "memories.search.text", "the text filter finds whole words alone", SEARCH, () =>
    filtering({
      text: ({ folded }, wanted) =>
        folded.split(/[^\p{L}\p{N}]+/u).includes(wanted.toLowerCase()) ||
        (/\s/.test(wanted) && folded.includes(wanted.toLowerCase())),
    }),
  ),
  fault(
    "memory-text-at-the-start",
    "memories.search.text",
    "the text filter looks at the start of the content",
    SEARCH,
    () => filtering({ text: ({ folded }, wanted) => folded.startsWith(wanted.toLowerCase()) }),
  ),
  fault("memory-text-ignored", "memories.search.text", "the text filter is ignored", SEARCH, () => ignoring("q")),
  fault("memory-text-any-word", "memories.search.text", "one word of the text is enough", SEARCH, () =>
    filtering({
      text: ({ folded }, wanted) =>
        wanted
          .toLowerCase()
          .split(/\s+/)
          .some((word) => folded.includes(word)),
    }),
  ),
  fault(
    "memory-text-ascii-only",
    "memories.search.text",
    "letters outside ASCII are dropped from the text",
    SEARCH,
    () =>
      filtering({
        text: ({ folded }, wanted) => {
          const left = wanted.toLowerCase().replace(/[^\x20-\x7e]/g, "");
          return left !== "" && folded.includes(left);
        },
      }),
  ),
  fault("memory-text-cased", "memories.search.text-case", "the text filter regards case", SEARCH, () =>
    filtering({ text: ({ memory }, wanted) => memory.content.includes(wanted) }),
  ),
  fault(
    "memory-text-case-ascii",
    "memories.search.text-case",
    "the text filter folds the case of ASCII letters alone",
    SEARCH,
    () => filtering({ text: ({ memory }, wanted) => foldAscii(memory.content).includes(foldAscii(wanted)) }),
  ),
  fault("memory-text-query-cased", "memories.search.text-case", "capitals in the text find nothing", SEARCH, () =>
    filtering({ text: ({ folded }, wanted) => folded.includes(wanted) }),
  ),
  fault("memory-text-like", "memories.search.text-literal", "percent and underscore are wildcards", SEARCH, () =>
    filtering({ text: ({ folded }, wanted) => like(wanted.toLowerCase()).test(folded) }),
  ),
  fault("memory-text-percent", "memories.search.text-literal", "percent is a wildcard", SEARCH, () =>
    filtering({ text: ({ folded }, wanted) => like(wanted.toLowerCase(), false).test(folded) }),
  ),
  fault("memory-text-star", "memories.search.text-literal", "an asterisk is a wildcard", SEARCH, () =>
    filtering({
      text: ({ folded }, wanted) => new RegExp(escaped(wanted.toLowerCase()).replaceAll("\\*", ".*"), "s").test(folded),
    }),
  ),
  fault("memory-text-pattern", "memories.search.text-literal", "the text is a regular expression", SEARCH, () =>
    filtering({ text: ({ folded }, wanted) => matches(wanted.toLowerCase(), folded) }),
  ),
  fault(
    "memory-text-without-backslash",
    "memories.search.text-literal",
    "a backslash in the text is dropped",
    SEARCH,
    () => filtering({ text: ({ folded }, wanted) => folded.includes(wanted.toLowerCase().replaceAll("\\", "")) }),
  ),
  fault(
    "memory-text-in-metadata",
    "memories.search.text-content-only",
    "the text is looked for in metadata too",
    SEARCH,
    () =>
      filtering({
        text: ({ folded, memory }, wanted) =>
          folded.includes(wanted.toLowerCase()) ||
          JSON.stringify(memory.metadata).toLowerCase().includes(wanted.toLowerCase()),
      }),
  ),
  fault("memory-tags-any", "memories.search.tags", "one of the tags is enough", SEARCH, () =>
    filtering({ tags: ({ tags }, wanted) => wanted.some((tag) => tags.has(tag)) }),
  ),
  fault("memory-tags-first", "memories.search.tags", "only the first tag is looked at", SEARCH, () =>
    filtering({ tags: ({ tags }, wanted) => tags.has(wanted[0] ?? "") }),
  ),
  fault("memory-tags-exactly", "memories.search.tags", "a memory may have no other tags", SEARCH, () =>
    filtering({ tags: ({ tags }, wanted) => wanted.length === tags.size && wanted.every((tag) => tags.has(tag)) }),
  ),
  fault("memory-tags-ignored", "memories.search.tags", "the tags filter is ignored", SEARCH, () => ignoring("tags")),
  fault("memory-tags-in-part", "memories.search.tags", "a part of a tag is enough", SEARCH, () =>
    filtering({ tags: ({ tags }, wanted) => wanted.every((tag) => [...tags].some((own) => own.includes(tag))) }),
  ),
  fault("memory-from-ignored", "memories.search.created-from", "the lower bound is ignored", SEARCH, () =>
    ignoring("from"),
  ),
  fault(
    "memory-from-means-to",
    "memories.search.created-from",
    "the lower bound is taken as the upper one",
    SEARCH,
    () => filtering({ createdFrom: ({ madeAt }, bound) => madeAt < bound }),
  ),
  fault("memory-from-by-day", "memories.search.created-from", "the lower bound counts whole days", SEARCH, () =>
    filtering({ createdFrom: ({ madeAt }, bound) => madeAt >= Math.floor(bound / (1440 * MINUTE)) * 1440 * MINUTE }),
  ),
  fault("memory-from-exclusive", "memories.search.created-from-inclusive", "the lower bound is exclusive", SEARCH, () =>
    filtering({ createdFrom: ({ madeAt }, bound) => madeAt > bound }),
  ),
  fault("memory-to-ignored", "memories.search.created-to", "the upper bound is ignored", SEARCH, () => ignoring("to")),
  fault("memory-to-by-day", "memories.search.created-to", "the upper bound counts whole days", SEARCH, () =>
    filtering({ createdTo: ({ madeAt }, bound) => madeAt < Math.ceil(bound / (1440 * MINUTE)) * 1440 * MINUTE }),
  ),
  fault("memory-to-inclusive", "memories.search.created-to-exclusive", "the upper bound is inclusive", SEARCH, () =>
    filtering({ createdTo: ({ madeAt }, bound) => madeAt <= bound }),
  ),
  fault("memory-offset-ignored", "memories.search.created-offset", "the offset of a bound is ignored", SEARCH, () =>
    onCall("search-memories", (call) => {
      for (const name of ["from", "to"]) {
        const bound = call.query.get(name);
        if (bound !== null) call.query.set(name, bound.replace(/[+-]\d{2}:?\d{2}$/, "Z"));
      }
    }),
  ),
  fault(
    "memory-offset-turned",
    "memories.search.created-offset",
    "the offset of a bound is applied the wrong way",
    SEARCH,
    () =>
      onCall("search-memories", (call) => {
        for (const name of ["from", "to"]) {
          const bound = call.query.get(name);
          if (bound !== null)
            call.query.set(
              name,
              bound.replace(/([+-])(\d{2}:?\d{2})$/, (_all, sign, digits) => `${sign === "+" ? "-" : "+"}${digits}`),
            );
        }
      }),
  ),
  fault(
    "memory-scope-ignored",
    "memories.search.scope",
    "the scope filter is ignored for scopes that may be read",
    SEARCH,
    () =>
      onCall("search-memories", (call) => {
        const key = shownKey(call);
        if (key?.workspace.directory.may("CAN_READ", call.query.get("scope_id") ?? "", key.agent.id))
          call.query.delete("scope_id");
      }),
  ),
  fault(
    "memory-first-scope-alone",
    "memories.search.all-scopes",
    "without a scope only the caller's first is searched",
    SEARCH,
    () =>
      onCall("search-memories", (call) => {
        const key = shownKey(call);
        const [first] = key?.workspace.directory.scopesOf("CAN_READ", key.agent.id) ?? [];
        if (first !== undefined && !call.query.has("scope_id") && !call.query.has("cursor"))
          call.query.set("scope_id", first);
      }),
  ),
  fault(
    "memory-kind-beside-text-ignored",
    "memories.search.combined",
    "the kind is ignored beside a text",
    SEARCH,
    () =>
      onCall("search-memories", (call) => {
        if (call.query.has("q")) call.query.delete("kind");
      }),
  ),
  fault("memory-tags-beside-kind-ignored", "memories.search.combined", "tags are ignored beside a kind", SEARCH, () =>
    onCall("search-memories", (call) => {
      if (call.query.has("kind")) call.query.delete("tags");
    }),
  ),
  fault(
    "memory-bound-beside-tags-ignored",
    "memories.search.combined",
    "the lower bound is ignored beside tags",
    SEARCH,
    () =>
      onCall("search-memories", (call) => {
        if (call.query.has("tags")) call.query.delete("from");
      }),
  ),
  fault(
    "memory-text-beside-scope-ignored",
    "memories.search.combined",
    "the text is ignored beside a scope",
    SEARCH,
    () =>
      onCall("search-memories", (call) => {
        if (call.query.has("scope_id")) call.query.delete("q");
      }),
  ),
];

function foldAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** The pattern of an SQL LIKE around a text. */
function like(text: string, underscore = true): RegExp {
  const pattern = escaped(text).replaceAll("%", ".*");
  return new RegExp(underscore ? pattern.replaceAll("_", ".") : pattern, "s");
}

/** Is there a match? A text that is no pattern matches as it stands. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return text.includes(pattern);
  }
}

/** Faults of the pages of search-memories and of who may read what. */
export const memoryPageFaults: readonly Fault[] = [
  fault("memory-limit-ignored", "memories.search.limit", "the limit of a page is ignored", SEARCH, () =>
    onCall("search-memories", (call) => {
      if (call.query.get("limit") !== "100") call.query.delete("limit");
    }),
  ),
  fault("memory-limit-off-by-one", "memories.search.limit", "a page holds one memory more than asked for", SEARCH, () =>
    onCall("search-memories", (call) => shiftLimit(call, 1)),
  ),
  fault(
    "memory-limit-one-less",
    "memories.search.limit-fills",
    "a page holds one memory less than asked for",
    SEARCH,
    () => onCall("search-memories", (call) => shiftLimit(call, -1)),
  ),
  fault(
    "memory-cursor-by-instant",
    "memories.search.walk",
    "a page starts after the instant of the last memory",
    SEARCH,
    () => startingAfterInstant(),
  ),
  fault(
    "memory-cursor-repeats",
    "memories.search.walk",
    "a page starts with the last memory of the one before",
    SEARCH,
    () => repeatingLast(),
  ),
  fault(
    "memory-cursor-by-offset",
    "memories.search.walk",
    "pages are counted by offset, so that new memories shift them",
    SEARCH,
    () => byOffset(),
  ),
  fault(
    "memory-cursor-ignored",
    "memories.search.walk-ends",
    "the cursor is ignored, so that every page is the first",
    SEARCH,
    () => onCall("search-memories", (call) => call.query.delete("cursor")),
  ),
  fault(
    "memory-cursor-never-ends",
    "memories.search.walk-ends",
    "the last page has a cursor to the first",
    SEARCH,
    () => endless(),
  ),
  fault(
    "memory-cursor-forgets-kind",
    "memories.search.cursor-filters",
    "pages after the first ignore the kind",
    SEARCH,
    () => forgetting("kind"),
  ),
  fault(
    "memory-cursor-forgets-tags",
    "memories.search.cursor-filters",
    "pages after the first ignore the tags",
    SEARCH,
    () => forgetting("tags"),
  ),
  fault(
    "memory-cursor-forgets-text",
    "memories.search.cursor-filters",
    "pages after the first ignore the text",
    SEARCH,
    () => forgetting("text"),
  ),
  fault(
    "memory-unreadable-scope-empty",
    "memories.permissions.unreadable-scope",
    "a scope that may not be read is answered with nothing",
    SEARCH,
    () =>
      onReply("search-memories", (reply, call) => {
        if (reply.status === 403) Object.assign(reply, invented(call, { hits: [], nextCursor: null }));
      }),
  ),
  fault(
    "memory-unreadable-scope-404",
    "memories.permissions.unreadable-scope",
    "a scope that may not be read is refused with 404",
    SEARCH,
    () =>
      onReply("search-memories", (reply, call) => {
        if (reply.status === 403) Object.assign(reply, refused(call, 404));
      }),
  ),
  fault(
    "memory-unreadable-scope-read",
    "memories.permissions.unreadable-scope",
    "naming a scope lets it be read",
    SEARCH,
    () => readingNamedScope(),
  ),
  fault(
    "memory-unreadable-found",
    "memories.permissions.unreadable-hidden",
    "without a scope all scopes of the workspace are searched",
    SEARCH,
    () => readingAllScopes(),
  ),
  fault(
    "memory-unreadable-found-by-text",
    "memories.permissions.unreadable-hidden",
    "a text search looks through all scopes of the workspace",
    SEARCH,
    () => readingAllScopes((call) => call.query.has("q")),
  ),
  fault(
    "memory-never-expires",
    "memories.expiry.leaves-current",
    "memories never expire",
    ["remember", "search-memories"],
    () => rules({ memories: { expireUpTo: () => Number.NEGATIVE_INFINITY } }),
  ),
  fault(
    "memory-expires-into-invalidated",
    "memories.expiry.status",
    "an expired memory counts as invalidated",
    ["remember", "search-memories"],
    () =>
      filtering({
        status: ({ memory, expiresAt }, wanted) =>
          (memory.status === "expired" && expiresAt !== Infinity ? "invalidated" : memory.status) === wanted,
      }),
  ),
];

/** Reads and rewrites what a cursor holds, whatever its seal. */
function cursorContent(cursor: string): JsonObject {
  try {
    return record(JSON.parse(Buffer.from(cursor.split(".")[0] ?? "", "base64url").toString()));
  } catch {
    return {};
  }
}

const editingHits = (edit: (hits: Json[], call: Call) => Json[]): Change =>
  editingList("search-memories", "data.hits", edit);

/** Leaves out of later pages what was made at the instant of the memory that ended the page before. */
function startingAfterInstant(): Change {
  return editingHits((hits, call) => {
    const cursor = call.query.get("cursor");
    if (cursor === null) return hits;
    const last = Number(cursorContent(cursor).last);
    const ended = [...(call.caller?.workspace.memories.all() ?? [])].find(({ sequence }) => sequence === last);
    return hits.filter((hit) => member(hit, "created_at") !== ended?.memory.created_at);
  });
}

function repeatingLast(): Change {
  return editingHits((hits, call) => {
    const cursor = call.query.get("cursor");
    const last = cursor === null ? Number.NaN : Number(cursorContent(cursor).last);
    const ended = [...(call.caller?.workspace.memories.all() ?? [])].find(({ sequence }) => sequence === last);
    return ended === undefined ? hits : [copyOf(ended.memory), ...hits].slice(0, Math.max(hits.length, 1));
  });
}

/** Gives the hits again that were pushed down by memories made since the walk began. */
function byOffset(): Change {
  const counts = new Map<string, number>();
  return onSuccess("search-memories", (reply, call) => {
    const { caller, query } = call;
    const data = record(reply.body.data);
    const total = caller?.workspace.memories.count ?? 0;
    const hits = Array.isArray(data.hits) ? data.hits : [];
    const began = counts.get(query.get("cursor") ?? "");
    if (typeof data.nextCursor === "string") counts.set(data.nextCursor, began ?? total);
    const pushed = began === undefined ? 0 : Math.min(total - began, hits.length);
    const last = Number(cursorContent(query.get("cursor") ?? "").last);
    const before = [...(caller?.workspace.memories.all() ?? [])]
      .filter(({ sequence }) => sequence >= last)
      .slice(0, pushed);
    if (pushed > 0)
      data.hits = [...before.map(({ memory }) => copyOf(memory)).toReversed(), ...hits].slice(0, hits.length);
  });
}

function endless(): Change {
  let first = "";
  return together(
    onCall("search-memories", (call) => {
      if (call.query.get("cursor") === "again") call.query.delete("cursor");
      first = "again";
    }),
    answering("search-memories", "data.nextCursor", (cursor) => cursor ?? first),
  );
}

/** Drops a filter from pages after the first, by its role. */
function forgetting(role: "kind" | "tags" | "text"): Change {
  let later = false;
  const pass = memoryRules.filters;
  return together(
    onCall("search-memories", (call) => {
      later = call.query.has("cursor");
    }),
    filtering({
      kind: (stored, wanted) => (later && role === "kind") || pass.kind(stored, wanted),
      tags: (stored, wanted) => (later && role === "tags") || pass.tags(stored, wanted),
      text: (stored, wanted) => (later && role === "text") || pass.text(stored, wanted),
    }),
  );
}

/** Lets every scope be read while a search has no scope filter. */
function readingAllScopes(holds: (call: Call) => boolean = () => true): Change {
  return readingDuring((call) => !call.query.has("scope_id") && holds(call));
}

function readingNamedScope(): Change {
  return readingDuring((call) => call.query.has("scope_id"));
}

function readingDuring(holds: (call: Call) => boolean): Change {
  let during = false;
  return together(
    rules({ memories: { mayRead: (caller, scopeId) => during || memoryRules.mayRead(caller, scopeId) } }),
    {
      around: (call, next) => {
        during = call.operation === "search-memories" && holds(call);
        const reply = next();
        during = false;
        return reply;
      },
    },
  );
}
