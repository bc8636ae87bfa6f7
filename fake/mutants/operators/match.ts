import { isObject } from "../../../spec/json.ts";
import type { StoredMemory } from "../../features/memories/model.ts";
import type { Task } from "../../features/tasks/model.ts";
import { NUMBER_EDITS } from "../edits/numbers.ts";
import { TEXT_EDITS } from "../edits/texts.ts";
import type { Operator } from "../model.ts";
import { inFamily, operatorAt } from "./operator.ts";
import { rulePatch } from "./rules.ts";

/** Returns true if a stored text matches a requested one. */
type Compare = (own: string, wanted: string) => boolean;
/** The subject of a wrong comparison: the claims of a filter depend on it. */
type Wrong = "case" | "literal" | "text" | "content";

/** A filter on texts, with its comparison. */
interface TextFilter {
  readonly usual: Compare;
  readonly claims: Readonly<Partial<Record<Wrong, string>>>;
  /** Returns the rule with another comparison; `usual` is the rule itself. */
  readonly by: (compare: Compare, usual: (...given: never[]) => boolean) => (...given: never[]) => boolean;
}

const TAGS = "memories.search.tags";

const ofTask = ({ title, description, identifier }: Task) => [title, description ?? "", identifier];

/** By path into `Rules`. */
const TEXT_FILTERS: Readonly<Record<string, TextFilter>> = {
  "tasks.filters.text": {
    usual: (own, wanted) => own.toLowerCase().includes(wanted.toLowerCase()),
    claims: { literal: "tasks.list.text-relevant", text: "tasks.list.text-title" },
    by: (compare) => (task: Task, wanted: string) => ofTask(task).some((text) => compare(text, wanted)),
  },
  "memories.filters.text": {
    usual: (own, wanted) => own.toLowerCase().includes(wanted.toLowerCase()),
    claims: {
      case: "memories.search.text-case",
      literal: "memories.search.text-literal",
      text: "memories.search.text",
      content: "memories.search.text-content-only",
    },
    by:
      (compare) =>
      ({ memory }: StoredMemory, wanted: string) =>
        compare(memory.content, wanted),
  },
  "memories.filters.tags": {
    usual: (own, wanted) => own === wanted,
    claims: { case: "memories.search.tags-case", text: TAGS },
    by:
      (compare) =>
      ({ tags }: StoredMemory, wanted: readonly string[]) =>
        wanted.every((tag) => [...tags].some((own) => compare(own, tag))),
  },
  "memories.recall.metadataMatches": {
    usual: (own, wanted) => own === wanted,
    claims: { case: "recall.metadata-filter", text: "recall.metadata-filter" },
    by: (compare, usual) => (metadata: Record<string, unknown>, wanted: Record<string, unknown>) =>
      Object.entries(wanted).every(([name, value]) => {
        const own = metadata[name];
        const isText = typeof own === "string" && typeof value === "string";
        return isText ? compare(own, value) : usual(metadata as never, { [name]: value } as never);
      }),
  },
};

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const lower = (text: string) => text.toLowerCase();

/**
 * Returns a comparison that reads some characters of the requested text as a pattern; an invalid pattern is compared
 * as text.
 */
function pattern(read: (wanted: string) => string): Compare {
  return (own, wanted) => {
    try {
      return new RegExp(read(lower(wanted)), "s").test(lower(own));
    } catch {
      return lower(own).includes(lower(wanted));
    }
  };
}

/** Folds the case of letters but for some. */
const foldingBut =
  (kept: RegExp): Compare =>
  (own, wanted) => {
    const fold = (text: string) => text.replace(kept, lower);
    return fold(own).includes(fold(wanted));
  };

const words = (text: string) => lower(text).split(/[^\p{L}\p{N}]+/u);

function excluding(own: string, wanted: string): boolean {
  const terms = lower(wanted).split(/\s+/);
  if (!terms.some((term) => term.startsWith("-"))) return lower(own).includes(lower(wanted));
  return terms.every((term) =>
    term.startsWith("-") ? !lower(own).includes(term.slice(1)) : lower(own).includes(term),
  );
}

/** Creates an operator of matching, at the rules where it breaks something. */
const match = <Rule extends (...given: never[]) => boolean>(
  name: string,
  title: string,
  claim: (path: string) => string | undefined,
  rule: (usual: Rule, path: string) => (...given: never[]) => boolean,
): Operator =>
  operatorAt(
    "rule",
    `match-${name}`,
    title,
    ({ path }) => claim(path.join(".")),
    (site, { applies }) => rulePatch(site, rule(site.value as Rule, site.path.join(".")), applies),
  );

const matching = (name: string, title: string, wrong: Wrong, compare: (usual: Compare) => Compare): Operator =>
  match(
    name,
    title,
    (path) => TEXT_FILTERS[path]?.claims[wrong] ?? (wrong === "literal" ? TEXT_FILTERS[path]?.claims.text : undefined),
    (usual, path) => {
      const filter = TEXT_FILTERS[path];
      return filter === undefined ? usual : filter.by(compare(filter.usual), usual);
    },
  );

const comparing = (name: string, title: string, wrong: Wrong, compare: Compare): Operator =>
  matching(name, title, wrong, () => compare);

/** Returns a comparison with a wildcard for each of some characters; the rest is escaped. */
const wild = (...signs: readonly (readonly [sign: string, wildcard: string])[]): Compare =>
  pattern((wanted) => signs.reduce((read, [sign, wildcard]) => read.replaceAll(sign, wildcard), escaped(wanted)));

const has = (own: string, wanted: string): boolean => lower(own).includes(lower(wanted));

/** Comparisons that find too much or too little: other texts, other cases, or patterns. */
const comparisons: readonly Operator[] = [
  comparing("whole-word", "matches whole words only", "text", (own, wanted) => {
    return words(own).includes(lower(wanted)) || (/\s/.test(wanted) && has(own, wanted));
  }),
  comparing("start", "matches only the start of a text", "text", (own, wanted) => lower(own).startsWith(lower(wanted))),
  comparing("prefix", "matches by the start of a value", "text", (own, wanted) => own.startsWith(wanted)),
  comparing("like-whole", "reads percent and underscore as wildcards, for all of a text", "text", (own, wanted) => {
    return new RegExp(`^${escaped(wanted).replaceAll("%", ".*").replaceAll("_", ".")}$`, "s").test(own);
  }),
  comparing("part", "matches by a part of a value", "text", (own, wanted) => own.includes(wanted)),
  comparing("any-word", "matches when one word does", "text", (own, wanted) => {
    return wanted.split(/\s+/).some((word) => has(own, word));
  }),
  comparing("first-100", "searches the first 100 characters", "text", (own, wanted) => has(own.slice(0, 100), wanted)),
  comparing("first-line", "searches the first line", "text", (own, wanted) => has(own.split("\n")[0] ?? "", wanted)),
  comparing("cased", "distinguishes upper and lower case", "case", (own, wanted) => own.includes(wanted)),
  comparing("query-cased", "finds nothing for a query with a capital letter", "case", (own, wanted) =>
    lower(own).includes(wanted),
  ),
  comparing("ascii-case", "ignores the case of ASCII letters only", "case", foldingBut(/[A-Z]/g)),
  comparing("cyrillic-case", "distinguishes the case of Cyrillic letters", "case", foldingBut(/[^\u0400-\u04ff]/g)),
  comparing("caseless", "ignores case", "case", (own, wanted) => lower(own) === lower(wanted)),
  comparing("like", "reads percent and underscore as wildcards", "literal", wild(["%", ".*"], ["_", "."])),
  comparing("percent", "reads percent as a wildcard", "literal", wild(["%", ".*"])),
  comparing("star", "reads a star as a wildcard", "literal", wild(["\\*", ".*"])),
  comparing("question-mark", "reads a question mark as a wildcard", "literal", wild(["\\?", "."])),
  comparing("dot", "reads a dot as a wildcard", "literal", wild(["\\.", "."])),
  comparing(
    "regex",
    "reads a text as a regular expression",
    "literal",
    pattern((wanted) => wanted),
  ),
  comparing("minus", "excludes a word after a minus", "literal", excluding),
];

/** Wrong texts that a text filter searches, by its path and a name. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, (stored: never) => string>>>> = {
  "memories.filters.text": {
    metadata: ({ memory }: StoredMemory) => JSON.stringify(memory.metadata),
    kind: ({ memory }: StoredMemory) => memory.kind,
    tags: ({ tags }: StoredMemory) => [...tags].join(" "),
    id: ({ memory }: StoredMemory) => memory.id,
    origin: ({ memory }: StoredMemory) => `${memory.org_id} ${memory.content_hash}`,
  },
  "tasks.filters.text": {
    status: ({ status }: Task) => status,
    ids: ({ assigneeAgentId, channelId }: Task) => `${assigneeAgentId ?? ""} ${channelId ?? ""}`,
    nulls: ({ description }: Task) => String(description === null ? description : ""),
  },
};

const ELSEWHERE_CLAIMS: Readonly<Record<string, string>> = {
  "memories.filters.text": "memories.search.text-content-only",
  "tasks.filters.text": "tasks.list.text-relevant",
};

const PLACES = [...new Set(Object.values(ELSEWHERE).flatMap((places) => Object.keys(places)))];

const lookingIn = PLACES.map((name) =>
  match<(stored: unknown, wanted: string) => boolean>(
    `in-${name}`,
    `looks for a text in the ${name} too`,
    (path) => (ELSEWHERE[path]?.[name] === undefined ? undefined : ELSEWHERE_CLAIMS[path]),
    (usual, path) => (stored: unknown, wanted: string) =>
      usual(stored, wanted) || lower(ELSEWHERE[path]?.[name]?.(stored as never) ?? "").includes(lower(wanted)),
  ),
);

type TagRule = (stored: StoredMemory, wanted: readonly string[]) => boolean;
type Members = Readonly<Record<string, unknown>>;
type MetadataRule = (metadata: Members, wanted: Members) => boolean;

const METADATA = "memories.recall.metadataMatches";

/** Another rule for one filter. */
const ofTags = (name: string, title: string, rule: (usual: TagRule) => TagRule) =>
  match(name, title, (path) => (path === "memories.filters.tags" ? TAGS : undefined), rule);
const ofMetadata = (name: string, title: string, rule: (usual: MetadataRule) => MetadataRule) =>
  match(name, title, (path) => (path === METADATA ? "recall.metadata-filter" : undefined), rule);

/** Scalars in the metadata and the filter, both in another form. */
const sameAs = (name: string, title: string, form: (value: unknown) => unknown): Operator =>
  ofMetadata(
    name,
    title,
    (usual) => (metadata, wanted) =>
      Object.entries(wanted).every(
        ([own, value]) =>
          usual(metadata, { [own]: value }) || (!isObject(value as never) && form(metadata[own]) === form(value)),
      ),
  );

/** Returns the number of requested tags in the list, counting repeated entries. */
const counted = ({ memory: { metadata } }: StoredMemory, wanted: readonly string[]) =>
  (Array.isArray(metadata.tags) ? metadata.tags : []).filter((tag) => wanted.includes(String(tag))).length;

const lowerNames = (value: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [lower(name), member]));

const ofSeveral: readonly Operator[] = [
  ofTags(
    "any",
    "matches when one of several does",
    () =>
      ({ tags }, wanted) =>
        wanted.some((tag) => tags.has(tag)),
  ),
  ofTags(
    "exactly",
    "excludes items that have more",
    (usual) => (stored, wanted) => wanted.length === stored.tags.size && usual(stored, wanted),
  ),
  ofTags("in-order", "requires several tags in the order of the memory", () => ({ tags }, wanted) => {
    const places = wanted.map((tag) => [...tags].indexOf(tag));
    return places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1));
  }),
  ofTags("but-the-last", "does not index the last tag of a memory", () => ({ tags }, wanted) => {
    const indexed = [...tags].slice(0, Math.max(1, tags.size - 1));
    return wanted.every((tag) => indexed.includes(tag));
  }),
  ofTags(
    "anywhere",
    "looks for a tag anywhere in the metadata",
    () =>
      ({ memory }, wanted) =>
        wanted.every((tag) => JSON.stringify(memory.metadata).includes(JSON.stringify(tag))),
  ),
  ofTags(
    "counted",
    "requires a tag as often as the request names it",
    () => (stored, wanted) => counted(stored, wanted) >= wanted.length,
  ),
  ofTags(
    "joined",
    "counts a tag as often as a memory has it",
    () => (stored, wanted) => counted(stored, wanted) === wanted.length,
  ),
  ofTags(
    "asked-once",
    "finds nothing for a repeated tag",
    (usual) => (stored, wanted) => new Set(wanted).size === wanted.length && usual(stored, wanted),
  ),
  ofMetadata("any", "matches when one of several does", (usual) => (metadata, wanted) => {
    const entries = Object.entries(wanted);
    return entries.length === 0 || entries.some(([name, value]) => usual(metadata, { [name]: value }));
  }),
  ofMetadata(
    "names-alone",
    "compares names only",
    () => (metadata, wanted) => Object.keys(wanted).every((name) => Object.hasOwn(metadata, name)),
  ),
  ofMetadata(
    "caseless-names",
    "ignores the case of names",
    (usual) => (metadata, wanted) => usual(lowerNames(metadata), lowerNames(wanted)),
  ),
];

/** Edits that make texts equal that differ in what people search for; the others leave words unchanged. */
const COMPARED: ReadonlySet<string> = new Set([
  ...["cut-40", "cut-64", "cut-255", "first-line", "drop-accents", "drop-blanks", "drop-emoji", "drop-hash"],
  ...["drop-last-word", "drop-leading-zeros", "drop-non-ascii", "drop-punctuation", "drop-quotes", "letters-alone"],
  ...["drop-full-stop", "hyphens-for-blanks", "plus-as-blank"],
]);

/** Operators on comparisons of stored and requested texts: patterns, case, and both in another form. */
export const matchOperators: readonly Operator[] = inFamily("match", [
  ...comparisons,
  ...TEXT_EDITS.filter(({ name }) => COMPARED.has(name)).map(({ name, title, edit }) =>
    matching(
      `after-${name}`,
      `compares after it ${title}`,
      "literal",
      (usual) => (own, wanted) => usual(edit(own), edit(wanted)),
    ),
  ),
  ...lookingIn,
  ...ofSeveral,
  ...NUMBER_EDITS.filter(({ name }) => ["whole", "amount"].includes(name)).map(({ name, title, edit }) =>
    sameAs(`after-${name}`, `compares after it ${title}`, (value) => (typeof value === "number" ? edit(value) : value)),
  ),
  sameAs("absent-as-0", "treats an absent value as 0", (value) => value ?? 0),
]);
