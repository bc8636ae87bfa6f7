import { everyNth, onCall } from "../../changes/hooks.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { shownKey } from "../tools.ts";
import { asking, bounds, filtering, lax, SEARCH, text, usual } from "./searching.ts";

const inHundredths = (bound: string): string => bound.replace(/(\.\d\d)\d+/, "$1");

/** Faults of the filters of search-memories that show for some values, or beside other filters. */
export const subtleFilterFaults: readonly Fault[] = [
  fault(
    "memory-text-start-of-content",
    "memories.search.text",
    "only the first 100 characters of a content are searched",
    SEARCH,
    () => filtering({ text: ({ folded }, wanted) => folded.slice(0, 100).includes(wanted.toLowerCase()) }),
  ),
  fault("memory-text-first-line", "memories.search.text", "only the first line of a content is searched", SEARCH, () =>
    filtering({ text: ({ folded }, wanted) => (folded.split("\n")[0] ?? "").includes(wanted.toLowerCase()) }),
  ),
  fault(
    "memory-text-short-ignored",
    "memories.search.text",
    "a text of fewer than three characters is ignored",
    SEARCH,
    () => filtering({ text: (stored, wanted) => wanted.length < 3 || usual.text(stored, wanted) }),
  ),
  fault(
    "memory-text-short-empty",
    "memories.search.text",
    "a text of fewer than three characters finds nothing",
    SEARCH,
    () => filtering({ text: (stored, wanted) => wanted.length >= 3 && usual.text(stored, wanted) }),
  ),
  fault(
    "memory-text-ends-in-a-star",
    "memories.search.text-literal",
    "a star at the end of a text stands for any letters",
    SEARCH,
    () => filtering({ text: (stored, wanted) => usual.text(stored, wanted.replace(/\*$/, "")) }),
  ),
  fault("memory-text-punctuation-folded", "memories.search.text-literal", "punctuation does not count", SEARCH, () =>
    text((text) => text.replace(/[^\p{L}\p{N}\s]/gu, "")),
  ),
  fault("memory-text-spaces-folded", "memories.search.text", "white space does not count", SEARCH, () =>
    text((text) => text.replace(/\s+/g, "")),
  ),
  fault("memory-text-emoji-lost", "memories.search.text", "emoji in the text do not count", SEARCH, () =>
    text((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "")),
  ),
  fault(
    "memory-text-backslash-escapes",
    "memories.search.text-literal",
    "a backslash escapes what follows it",
    SEARCH,
    () => filtering({ text: ({ folded }, wanted) => folded.includes(wanted.toLowerCase().replace(/\\(.)/g, "$1")) }),
  ),
  fault(
    "memory-text-question-mark",
    "memories.search.text-literal",
    "a question mark stands for any character",
    SEARCH,
    () =>
      filtering({
        text: ({ folded }, wanted) =>
          new RegExp(
            wanted
              .toLowerCase()
              .replace(/[\\^$.*+()[\]{}|]/g, "\\$&")
              .replaceAll("?", "."),
            "s",
          ).test(folded),
      }),
  ),
  fault("memory-text-dot", "memories.search.text-literal", "a dot stands for any character", SEARCH, () =>
    filtering({
      text: ({ folded }, wanted) =>
        new RegExp(wanted.toLowerCase().replace(/[\\^$*+?()[\]{}|]/g, "\\$&"), "s").test(folded),
    }),
  ),
  fault("memory-text-minus-excludes", "memories.search.text-literal", "a word after a minus is excluded", SEARCH, () =>
    filtering({
      text: ({ folded }, wanted) => {
        const words = wanted.toLowerCase().split(/\s+/);
        if (!words.some((word) => word.startsWith("-"))) return folded.includes(wanted.toLowerCase());
        return words.every((word) => (word.startsWith("-") ? !folded.includes(word.slice(1)) : folded.includes(word)));
      },
    }),
  ),
  fault("memory-text-quotes-dropped", "memories.search.text-literal", "quotes around a text are dropped", SEARCH, () =>
    text((text) => text.replaceAll('"', "")),
  ),
  fault("memory-text-plus-is-a-space", "memories.search.text-literal", "a plus in the text is a space", SEARCH, () =>
    filtering({ text: ({ folded }, wanted) => folded.includes(wanted.toLowerCase().replaceAll("+", " ")) }),
  ),
  fault(
    "memory-text-percent-decoded-twice",
    "memories.search.text-literal",
    "percent codes in the text are decoded twice",
    SEARCH,
    () =>
      filtering({
        text: ({ folded }, wanted) =>
          folded.includes(
            wanted
              .toLowerCase()
              .replace(/%[0-9a-f]{2}/g, (code) =>
                String.fromCharCode(Number.parseInt(code.slice(1), 16)).toLowerCase(),
              ),
          ),
      }),
  ),
  fault("memory-text-cyrillic-cased", "memories.search.text-case", "the case of Cyrillic letters counts", SEARCH, () =>
    filtering({ text: ({ memory }, wanted) => foldButCyrillic(memory.content).includes(foldButCyrillic(wanted)) }),
  ),
  fault(
    "memory-text-in-kind",
    "memories.search.text-content-only",
    "the text is looked for in the kind too",
    SEARCH,
    () =>
      filtering({
        text: (stored, wanted) => usual.text(stored, wanted) || stored.memory.kind.includes(wanted.toLowerCase()),
      }),
  ),
  fault(
    "memory-text-in-tags",
    "memories.search.text-content-only",
    "the text is looked for in the tags too",
    SEARCH,
    () =>
      filtering({
        text: (stored, wanted) =>
          usual.text(stored, wanted) ||
          [...stored.tags].some((tag) => tag.toLowerCase().includes(wanted.toLowerCase())),
      }),
  ),
  fault("memory-text-in-id", "memories.search.text-content-only", "the text is looked for in the id too", SEARCH, () =>
    filtering({
      text: (stored, wanted) => usual.text(stored, wanted) || stored.memory.id.includes(wanted.toLowerCase()),
    }),
  ),
  fault(
    "memory-tags-from-the-second",
    "memories.search.tags",
    "with three tags or more, the first two are enough",
    SEARCH,
    () => filtering({ tags: (stored, wanted) => usual.tags(stored, wanted.slice(0, 2)) }),
  ),
  fault("memory-tags-in-order", "memories.search.tags", "tags must stand in the order of the memory", SEARCH, () =>
    filtering({
      tags: ({ tags }, wanted) => {
        const places = wanted.map((tag) => [...tags].indexOf(tag));
        return places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1));
      },
    }),
  ),
  fault("memory-tags-by-prefix", "memories.search.tags", "the start of a tag is enough", SEARCH, () =>
    filtering({ tags: ({ tags }, wanted) => wanted.every((tag) => [...tags].some((own) => own.startsWith(tag))) }),
  ),
  fault("memory-tags-at-nineteen", "memories.search.tags", "the twentieth tag is not looked at", SEARCH, () =>
    filtering({ tags: (stored, wanted) => usual.tags(stored, wanted.slice(0, 19)) }),
  ),
  fault(
    "memory-tags-without-first-own",
    "memories.search.tags",
    "the last tag of a memory is not indexed",
    SEARCH,
    () =>
      filtering({
        tags: ({ tags }, wanted) => wanted.every((tag) => [...tags].slice(0, Math.max(1, tags.size - 1)).includes(tag)),
      }),
  ),
  fault("memory-tags-beside-scope-ignored", "memories.search.combined", "tags are ignored beside a scope", SEARCH, () =>
    lax("tags", (query) => query.has("scope_id")),
  ),
  fault(
    "memory-tags-beside-status-ignored",
    "memories.search.combined",
    "tags are ignored beside a status",
    SEARCH,
    () => lax("tags", (query) => query.has("status")),
  ),
  fault(
    "memory-kind-beside-scope-ignored",
    "memories.search.combined",
    "the kind is ignored beside a scope",
    SEARCH,
    () => lax("kind", (query) => query.has("scope_id")),
  ),
  fault(
    "memory-to-beside-from-ignored",
    "memories.search.combined",
    "the upper bound is ignored beside the lower one",
    SEARCH,
    () => lax("createdTo", (query) => query.has("from")),
  ),
  fault(
    "memory-to-beside-text-ignored",
    "memories.search.combined",
    "the upper bound is ignored beside a text",
    SEARCH,
    () => lax("createdTo", (query) => query.has("q")),
  ),
  fault(
    "memory-from-beside-kind-ignored",
    "memories.search.combined",
    "the lower bound is ignored beside a kind",
    SEARCH,
    () => lax("createdFrom", (query) => query.has("kind")),
  ),
  fault(
    "memory-scope-beside-text-ignored",
    "memories.search.combined",
    "the scope is ignored beside kind and text",
    SEARCH,
    () =>
      asking(
        (query, call) => query.has("q") && query.has("kind") && mayRead(call),
        (query) => query.delete("scope_id"),
      ),
  ),
  fault(
    "memory-empty-range-ignored",
    "memories.search.created-to-exclusive",
    "two equal bounds count as none",
    SEARCH,
    () =>
      asking(
        (query) => query.has("from") && query.get("from") === query.get("to"),
        (query) => {
          query.delete("from");
          query.delete("to");
        },
      ),
  ),
  fault(
    "memory-range-of-one-instant-inclusive",
    "memories.search.created-to-exclusive",
    "between two equal bounds what was made at that instant is found",
    SEARCH,
    () =>
      asking(
        (query) => query.has("from") && query.get("from") === query.get("to"),
        (query) => query.set("to", new Date(Date.parse(query.get("to") ?? "") + 1).toISOString()),
      ),
  ),
  fault(
    "memory-from-in-whole-seconds",
    "memories.search.created-from",
    "the lower bound is cut to its second",
    SEARCH,
    () => bounds((bound, name) => (name === "from" ? bound.replace(/\.\d+/, "") : bound)),
  ),
  fault(
    "memory-to-in-whole-seconds",
    "memories.search.created-to",
    "the upper bound is cut to its second",
    SEARCH,
    () => bounds((bound, name) => (name === "to" ? bound.replace(/\.\d+/, "") : bound)),
  ),
  fault(
    "memory-from-in-hundredths",
    "memories.search.created-from",
    "the lower bound is cut to hundredths of a second",
    SEARCH,
    () => bounds((bound, name) => (name === "from" ? inHundredths(bound) : bound)),
  ),
  fault(
    "memory-to-in-hundredths",
    "memories.search.created-to",
    "the upper bound is cut to hundredths of a second",
    SEARCH,
    () => bounds((bound, name) => (name === "to" ? inHundredths(bound) : bound)),
  ),
  fault(
    "memory-created-to-midnight-is-the-day",
    "memories.search.created-to",
    "an upper bound at midnight lets in all of the day that begins there",
    SEARCH,
    () => bounds((bound, name) => (name === "to" ? bound.replace(/T00:00:00(\.0+)?Z$/, "T23:59:59.999Z") : bound)),
  ),
  fault(
    "memory-created-from-midnight-is-the-end-of-the-day",
    "memories.search.created-from",
    "a lower bound at midnight leaves out the day that begins there",
    SEARCH,
    () => bounds((bound, name) => (name === "from" ? bound.replace(/T00:00:00(\.0+)?Z$/, "T23:59:59.999Z") : bound)),
  ),
  fault(
    "memory-to-in-next-second",
    "memories.search.created-to",
    "the upper bound is taken up to the next second",
    SEARCH,
    () => filtering({ createdTo: ({ madeAt }, bound) => madeAt < Math.ceil(bound / 1000) * 1000 }),
  ),
  fault(
    "memory-offset-minutes-ignored",
    "memories.search.created-offset",
    "the minutes of an offset are ignored",
    SEARCH,
    () => bounds((bound) => bound.replace(/([+-]\d{2}):?\d{2}$/, "$1:00")),
  ),
  fault("memory-offset-sign-ignored", "memories.search.created-offset", "an offset west counts as east", SEARCH, () =>
    bounds((bound) => bound.replace(/-(\d{2}:?\d{2})$/, "+$1")),
  ),
  fault(
    "memory-offset-of-upper-ignored",
    "memories.search.created-offset",
    "the offset of the upper bound is ignored",
    SEARCH,
    () => bounds((bound, name) => (name === "to" ? bound.replace(/[+-]\d{2}:?\d{2}$/, "Z") : bound)),
  ),
  fault(
    "memory-offset-half-days",
    "memories.search.created-offset",
    "an offset of more than nine hours is ignored",
    SEARCH,
    () => bounds((bound) => bound.replace(/[+-]1\d:?\d{2}$/, "Z")),
  ),
  fault(
    "memory-status-contested-with-proposed",
    "memories.search.status",
    "the filter contested finds proposed memories too",
    SEARCH,
    () =>
      filtering({
        status: ({ memory }, wanted) =>
          memory.status === wanted || (wanted === "contested" && memory.status === "proposed"),
      }),
  ),
  fault(
    "memory-status-proposed-with-current",
    "memories.search.status",
    "the filter proposed finds current memories too",
    SEARCH,
    () =>
      filtering({
        status: ({ memory }, wanted) =>
          memory.status === wanted || (wanted === "proposed" && memory.status === "current"),
      }),
  ),
  fault(
    "memory-status-current-ignored",
    "memories.search.status",
    "the filter current, the first of the statuses, counts as none",
    SEARCH,
    () => lax("status", (query) => query.get("status") === "current"),
  ),
  fault(
    "memory-status-beside-scope-ignored",
    "memories.search.combined",
    "the status is ignored beside scope and kind",
    SEARCH,
    () => lax("status", (query) => query.has("scope_id") && query.has("kind")),
  ),
  ...(
    [
      ["q", "a text"],
      ["scope_id", "a scope"],
      ["kind", "a kind"],
      ["from", "a lower bound"],
      ["cursor", "a cursor"],
    ] as const
  ).map(([name, title]) =>
    fault(
      `memory-default-all-beside-${name}`,
      "memories.search.default-status",
      `beside ${title}, memories of all statuses are found`,
      SEARCH,
      () => lax("status", (query) => query.has(name) && !query.has("status")),
    ),
  ),
  fault(
    "memory-every-seventh-forgets-kind",
    "memories.search.kind",
    "every seventh search ignores its kind",
    SEARCH,
    () =>
      everyNth(
        7,
        "search-memories",
        onCall("search-memories", (call) => call.query.delete("kind")),
      ),
  ),
];

function foldButCyrillic(text: string): string {
  return text.replace(/[^\u0400-\u04ff]/g, (letter) => letter.toLowerCase());
}

function mayRead(call: Call): boolean {
  const key = shownKey(call);
  return key?.workspace.directory.may("CAN_READ", call.query.get("scope_id") ?? "", key.agent.id) ?? false;
}
