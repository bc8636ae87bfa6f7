import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { answering, type OpenReply, onCall, onReply, onSuccess, rules } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import { readCursor, writeCursor } from "../../features/memories/cursor.ts";
import { searchMemories } from "../../features/memories/listing.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";
import { referenceRules } from "../../reference-rules.ts";
import type { Rules } from "../../rules.ts";
import { type Fault, fault } from "../fault.ts";
import { shiftLimit } from "../messages/tools.ts";
import { copyOf, editingList, invented, member, refused } from "../tools.ts";
import { readingDuring } from "./reading.ts";

const SEARCH = ["search-memories"];

/** Another test of one filter. */
const filtering = (filters: Partial<Rules["memories"]["filters"]>): Change => rules({ memories: { filters } });

/** Faults of the pages of search-memories and of who may read what. */
export const memoryPageFaults: readonly Fault[] = [
  fault("memory-limit-ignored", "memories.search.limit", "the limit of a page is ignored", SEARCH, () =>
    onCall("search-memories", (call) => {
      if (call.query.get("limit") !== "100") call.query.delete("limit");
    }),
  ),
  fault(
    "memory-walk-ends-at-the-largest-limit",
    "memories.search.walk",
    "a page of the largest limit has no cursor",
    SEARCH,
    () =>
      onSuccess("search-memories", (reply, call) => {
        if (call.query.get("limit") !== "100") return;
        editAt(reply.body, "data.nextCursor", () => null);
        editAt(reply.body, "meta.pagination", () => ({ hasMore: false }));
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
    () => onCall("search-memories", (call) => shiftLimit(call, -1, 20)),
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
    "memory-cursor-goes-round-an-instant",
    "memories.search.walk",
    "a page starts again at the instant of the last memory, without that memory alone",
    SEARCH,
    () => onSuccess("search-memories", (reply, call) => goingRound(reply, call)),
  ),
  fault(
    "memory-cursor-by-offset",
    "memories.search.walk-while-writing",
    "pages are counted by offset, so that new memories shift them",
    SEARCH,
    () => rules({ memories: { cursorCounts: true } }),
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
    "memory-cursor-leads-to-itself",
    "memories.search.walk-ends",
    "the last page has the cursor that led to it",
    SEARCH,
    () =>
      onSuccess("search-memories", (reply, call) =>
        editAt(reply.body, "data.nextCursor", (cursor) => cursor ?? call.query.get("cursor")),
      ),
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
    "a memory whose lifetime is over becomes invalidated",
    ["remember", "search-memories"],
    () => rules({ memories: { expiredStatus: "invalidated" } }),
  ),
];

/** Reads and rewrites what a cursor holds, whatever its seal. */
function cursorContent(cursor: string): JsonObject {
  try {
    return asObject(JSON.parse(Buffer.from(cursor.split(".")[0] ?? "", "base64url").toString()));
  } catch {
    return {};
  }
}

const editingHits = (edit: (hits: Json[], call: Call) => Json[]): Change =>
  editingList("search-memories", "data.hits", edit);

/** Leaves out of later pages what was made at the instant of the memory that ended the page before. */
export function startingAfterInstant(): Change {
  return editingHits((hits, call) => {
    const cursor = call.query.get("cursor");
    if (cursor === null) return hits;
    const last = Number(cursorContent(cursor).last);
    const ended = [...(call.caller?.workspace.memories.all() ?? [])].find(({ sequence }) => sequence === last);
    return hits.filter((hit) => member(hit, "created_at") !== ended?.memory.created_at);
  });
}

/** A keyset that compares the instant with "at most", and keeps out the one memory that it stopped at. */
function goingRound(reply: OpenReply, call: Call): void {
  const { caller, query } = call;
  const cursor = query.get("cursor");
  if (caller === null || cursor === null) return;
  const { last, given, wanted } = readCursor(caller.service.secret, cursor);
  const sequences = new Map([...caller.workspace.memories.all()].map((one) => [one.memory.id, one.sequence]));
  const everything = searchMemories(
    { ...caller, rules: referenceRules() },
    { ...wanted, cursor: undefined, limit: sequences.size },
  ).hits;
  const ended = everything.find(({ id }) => sequences.get(id) === last);
  if (ended === undefined) return;
  const rest = everything.filter(({ id, created_at }) => id !== ended.id && created_at <= ended.created_at);
  const hits = rest.slice(0, Number(query.get("limit") ?? 20));
  const next = sequences.get(hits.at(-1)?.id ?? "");
  const nextCursor =
    next === undefined || rest.length === hits.length
      ? null
      : writeCursor(caller.service.secret, { wanted, last: next, given: given + hits.length });
  reply.body.data = { hits: hits.map(copyOf), nextCursor };
}

function repeatingLast(): Change {
  return editingHits((hits, call) => {
    const cursor = call.query.get("cursor");
    const last = cursor === null ? Number.NaN : Number(cursorContent(cursor).last);
    const ended = [...(call.caller?.workspace.memories.all() ?? [])].find(({ sequence }) => sequence === last);
    return ended === undefined ? hits : [copyOf(ended.memory), ...hits].slice(0, Math.max(hits.length, 1));
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
  return readingDuring("search-memories", (call) => !call.query.has("scope_id") && holds(call));
}

function readingNamedScope(): Change {
  return readingDuring("search-memories", (call) => call.query.has("scope_id"));
}
