import { type Change, together } from "../../changes/change.ts";
import { onCall, rules } from "../../changes/hooks.ts";
import type { Rules } from "../../rules.ts";
import { type Fault, fault } from "../fault.ts";
import { refusingWhen, shownKey } from "../tools.ts";

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
  fault(
    "memory-tags-in-metadata",
    "memories.search.tags",
    "a tag is looked for anywhere in the text of metadata",
    SEARCH,
    () =>
      filtering({
        tags: ({ memory }, wanted) =>
          wanted.every((tag) => JSON.stringify(memory.metadata).includes(JSON.stringify(tag))),
      }),
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
