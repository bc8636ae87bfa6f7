import { isObject } from "../../../spec/json.ts";
import type { StoredMemory } from "../../features/memories/model.ts";
import type { Task } from "../../features/tasks/model.ts";
import { NUMBER_EDITS } from "../edits/numbers.ts";
import { TEXT_EDITS } from "../edits/texts.ts";
import type { Operator } from "../model.ts";
import { rulePatch } from "./rule-operator.ts";

/** Does a text that is stored match one that is asked for? */
type Compare = (own: string, wanted: string) => boolean;
/** What a comparison is wrong about: the claims of a filter differ by it. */
type Wrong = "case" | "literal" | "text" | "content";

/** A filter on texts, with the comparison that it makes. */
interface TextFilter {
  readonly usual: Compare;
  readonly claims: Readonly<Partial<Record<Wrong, string>>>;
  /** The rule with another comparison; `usual` is the rule itself. */
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

/** A comparison with a pattern that some signs of the text stand for; one that is no pattern is compared as it stands. */
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

const COMPARISONS: readonly (readonly [name: string, title: string, wrong: Wrong, compare: Compare])[] = [
  [
    "whole-word",
    "finds whole words alone",
    "text",
    (own, wanted) => words(own).includes(lower(wanted)) || (/\s/.test(wanted) && lower(own).includes(lower(wanted))),
  ],
  ["start", "compares the start of a text", "text", (own, wanted) => lower(own).startsWith(lower(wanted))],
  ["prefix", "takes the start for the whole", "text", (own, wanted) => own.startsWith(wanted)],
  [
    "like-whole",
    "reads percent and underscore as wildcards, for all of a text",
    "text",
    (own, wanted) => new RegExp(`^${escaped(wanted).replaceAll("%", ".*").replaceAll("_", ".")}$`, "s").test(own),
  ],
  ["part", "takes a part for the whole", "text", (own, wanted) => own.includes(wanted)],
  [
    "any-word",
    "takes one word for enough",
    "text",
    (own, wanted) =>
      lower(wanted)
        .split(/\s+/)
        .some((word) => lower(own).includes(word)),
  ],
  [
    "first-100",
    "searches the first 100 characters",
    "text",
    (own, wanted) => lower(own.slice(0, 100)).includes(lower(wanted)),
  ],
  [
    "first-line",
    "searches the first line",
    "text",
    (own, wanted) => lower(own.split("\n")[0] ?? "").includes(lower(wanted)),
  ],
  ["cased", "takes case into account", "case", (own, wanted) => own.includes(wanted)],
  ["query-cased", "finds nothing by a capital", "case", (own, wanted) => lower(own).includes(wanted)],
  ["ascii-case", "folds the case of ASCII letters alone", "case", foldingBut(/[A-Z]/g)],
  ["cyrillic-case", "takes the case of Cyrillic letters into account", "case", foldingBut(/[^\u0400-\u04ff]/g)],
  ["caseless", "takes no account of case", "case", (own, wanted) => lower(own) === lower(wanted)],
  [
    "like",
    "reads percent and underscore as wildcards",
    "literal",
    pattern((wanted) => escaped(wanted).replaceAll("%", ".*").replaceAll("_", ".")),
  ],
  ["percent", "reads percent as a wildcard", "literal", pattern((wanted) => escaped(wanted).replaceAll("%", ".*"))],
  ["star", "reads a star as a wildcard", "literal", pattern((wanted) => escaped(wanted).replaceAll("\\*", ".*"))],
  [
    "question-mark",
    "reads a question mark as a wildcard",
    "literal",
    pattern((wanted) => escaped(wanted).replaceAll("\\?", ".")),
  ],
  ["dot", "reads a dot as a wildcard", "literal", pattern((wanted) => escaped(wanted).replaceAll("\\.", "."))],
  ["regex", "reads a text as a regular expression", "literal", pattern((wanted) => wanted)],
  ["minus", "excludes a word after a minus", "literal", excluding],
];

function matching(name: string, title: string, wrong: Wrong, compare: (usual: Compare) => Compare): Operator {
  return {
    name: `match-${name}`,
    title,
    family: "match",
    at: (site) => {
      const filter = site.kind === "rule" ? TEXT_FILTERS[site.path.join(".")] : undefined;
      const breaks = filter?.claims[wrong] ?? (wrong === "literal" ? filter?.claims.text : undefined);
      if (site.kind !== "rule" || filter === undefined || breaks === undefined) return null;
      const rule = filter.by(compare(filter.usual), site.value as (...given: never[]) => boolean);
      return { breaks, plant: ({ applies, confined }) => confined(rulePatch(site, rule, applies)) };
    },
  };
}

/** What else than it should a text filter looks in, by its path and a name. */
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

const lookingIn = PLACES.map(
  (name): Operator => ({
    name: `match-in-${name}`,
    title: `looks for a text in the ${name} too`,
    family: "match",
    at: (site) => {
      const path = site.kind === "rule" ? site.path.join(".") : "";
      const read = ELSEWHERE[path]?.[name];
      const breaks = ELSEWHERE_CLAIMS[path];
      if (site.kind !== "rule" || read === undefined || breaks === undefined) return null;
      const usual = site.value as (stored: unknown, wanted: string) => boolean;
      const rule = (stored: unknown, wanted: string) =>
        usual(stored, wanted) || lower(read(stored as never)).includes(lower(wanted));
      return { breaks, plant: ({ applies, confined }) => confined(rulePatch(site, rule, applies)) };
    },
  }),
);

/** Scalars in the metadata and the filter, both in another form. */
const sameAs = (name: string, title: string, form: (value: unknown) => unknown): Operator => ({
  name: `match-${name}`,
  title,
  family: "match",
  at: (site) => {
    if (site.kind !== "rule" || site.path.join(".") !== "memories.recall.metadataMatches") return null;
    const usual = site.value as (metadata: object, wanted: object) => boolean;
    const rule = (metadata: Record<string, unknown>, wanted: Record<string, unknown>) =>
      Object.entries(wanted).every(
        ([own, value]) =>
          usual(metadata, { [own]: value }) || (!isObject(value as never) && form(metadata[own]) === form(value)),
      );
    return {
      breaks: "recall.metadata-filter",
      plant: ({ applies, confined }) => confined(rulePatch(site, rule, applies)),
    };
  },
});

/** Another rule for one filter. */
const only = <Rule extends (...given: never[]) => boolean>(
  path: string,
  breaks: string,
  name: string,
  title: string,
  rule: (usual: Rule) => Rule,
): Operator => ({
  name: `match-${name}`,
  title,
  family: "match",
  at: (site) => {
    if (site.kind !== "rule" || site.path.join(".") !== path) return null;
    return { breaks, plant: ({ applies, confined }) => confined(rulePatch(site, rule(site.value as Rule), applies)) };
  },
});

type TagRule = (stored: StoredMemory, wanted: readonly string[]) => boolean;
type MetadataRule = (metadata: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, unknown>>) => boolean;

const ofTags = (name: string, title: string, rule: (usual: TagRule) => TagRule) =>
  only("memories.filters.tags", TAGS, name, title, rule);
const ofMetadata = (name: string, title: string, rule: (usual: MetadataRule) => MetadataRule) =>
  only("memories.recall.metadataMatches", "recall.metadata-filter", name, title, rule);

/** Entries of a list of tags that are asked for, each as often as it is there. */
const counted = ({ memory: { metadata } }: StoredMemory, wanted: readonly string[]) =>
  (Array.isArray(metadata.tags) ? metadata.tags : []).filter((tag) => wanted.includes(String(tag))).length;

const lowerNames = (value: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [lower(name), member]));

const ofSeveral: readonly Operator[] = [
  ofTags(
    "any",
    "takes one of several for enough",
    () =>
      ({ tags }, wanted) =>
        wanted.some((tag) => tags.has(tag)),
  ),
  ofTags(
    "exactly",
    "wants no others",
    (usual) => (stored, wanted) => wanted.length === stored.tags.size && usual(stored, wanted),
  ),
  ofTags("in-order", "wants several in the order of the memory", () => ({ tags }, wanted) => {
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
    "counts tags that are asked for",
    () => (stored, wanted) => counted(stored, wanted) >= wanted.length,
  ),
  ofTags(
    "joined",
    "counts a tag as often as a memory names it",
    () => (stored, wanted) => counted(stored, wanted) === wanted.length,
  ),
  ofTags(
    "asked-once",
    "finds nothing by a tag that is asked for twice",
    (usual) => (stored, wanted) => new Set(wanted).size === wanted.length && usual(stored, wanted),
  ),
  ofMetadata("any", "takes one of several for enough", (usual) => (metadata, wanted) => {
    const entries = Object.entries(wanted);
    return entries.length === 0 || entries.some(([name, value]) => usual(metadata, { [name]: value }));
  }),
  ofMetadata(
    "names-alone",
    "looks at names alone",
    () => (metadata, wanted) => Object.keys(wanted).every((name) => Object.hasOwn(metadata, name)),
  ),
  ofMetadata(
    "caseless-names",
    "takes no account of the case of names",
    (usual) => (metadata, wanted) => usual(lowerNames(metadata), lowerNames(wanted)),
  ),
];

/** Edits after which texts compare equal that differ in what people search for; the others leave words as they are. */
const COMPARED: ReadonlySet<string> = new Set([
  ...["cut-40", "cut-64", "cut-255", "first-line", "drop-accents", "drop-blanks", "drop-emoji", "drop-hash"],
  ...["drop-last-word", "drop-leading-zeros", "drop-non-ascii", "drop-punctuation", "drop-quotes", "letters-alone"],
  ...["drop-full-stop", "hyphens-for-blanks", "plus-as-blank"],
]);

/** Ways of comparing what is stored with what is asked for: patterns, case, and both in another form. */
export const matchOperators: readonly Operator[] = [
  ...COMPARISONS.map(([name, title, wrong, compare]) => matching(name, title, wrong, () => compare)),
  ...TEXT_EDITS.filter(({ name }) => COMPARED.has(name)).map(({ name, title, edit }) =>
    matching(
      `after-${name}`,
      `compares what is left: ${title}`,
      "literal",
      (usual) => (own, wanted) => usual(edit(own), edit(wanted)),
    ),
  ),
  ...lookingIn,
  ...ofSeveral,
  ...NUMBER_EDITS.filter(({ name }) => ["whole", "amount"].includes(name)).map(({ name, title, edit }) =>
    sameAs(`after-${name}`, `compares what is left: ${title}`, (value) =>
      typeof value === "number" ? edit(value) : value,
    ),
  ),
  sameAs("absent-as-0", "takes what is absent for 0", (value) => value ?? 0),
];
