import { asObject, type Json } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member } from "../tools.ts";
import { asking, filtering, lax, SEARCH, usual } from "./searching.ts";

/** Faults of searching memories that show where one seldom looks: for odd tags and texts, beside another status, behind the first page. */
export const uncommonFilterFaults: readonly Fault[] = [
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
  fault("memory-tags-without-hash", "memories.search.tags", "a hash before a tag is no part of it", SEARCH, () =>
    tagged((tag) => tag.replace(/^#/, "")),
  ),
  fault("memory-tags-plus-as-blank", "memories.search.tags", "a plus in a tag counts as a blank", SEARCH, () =>
    tagged((tag) => tag.replaceAll("+", " ")),
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

/** Compares the entries of a list of tags, each as often as it stands there, with those asked for. */
function counting(holds: (entries: readonly unknown[], wanted: readonly string[]) => boolean): Change {
  return filtering({
    tags: ({ memory: { metadata } }, wanted) => holds(Array.isArray(metadata.tags) ? metadata.tags : [], wanted),
  });
}

function tagsOf(hit: Json): number {
  const { tags } = asObject(member(hit, "metadata"));
  return Array.isArray(tags) ? tags.length : 0;
}

/** Pages after the first lack their first memory while a search asks in some way. */
function losingOneLater(holds: (query: URLSearchParams) => boolean): Change {
  return editingList("search-memories", "data.hits", (hits, { query }) =>
    query.has("cursor") && holds(query) ? hits.slice(1) : hits,
  );
}
