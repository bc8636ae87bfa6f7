import type { Json } from "../../spec/json.ts";
import { accepted, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { creationsById } from "../knowledge/resources.ts";
import { parameterSchema } from "../models/document-facts.ts";
import { instantOf } from "../models/instant.ts";
import { type FilterRole, matchesFilter, matchesText, precisionOf } from "../models/memory-filters.ts";
import { usualStatus } from "../models/memory-statuses.ts";
import { isExpiringNow } from "../verifiers/is-expiring-now.ts";
import { FILTER_REQUIREMENTS } from "./memory-filters.ts";
import { tags } from "./tags.ts";
import { isPlainText } from "./text-matching.ts";
import type { Filter, Item, Verdict, View } from "./view.ts";

type Test = Filter["test"];

const listed =
  (field: "kind" | "status"): Test =>
  (item, filterValue, page, knowledge) => {
    const shown = item.value[field];
    const values = parameterSchema(knowledge.context.document, "search-memories", field)?.enum;
    if (typeof shown !== "string" || !Array.isArray(values) || !values.includes(filterValue)) return "unknown";
    if (shown === filterValue) return "in";
    return field === "status" && isExpiringNow(knowledge, page, item.value) ? "unknown" : "out";
  };

const asWritten = (text: string) => text;

/** Unicode forms of a text. A search may treat characters that can be written in several ways as equal. */
const FORMS = [asWritten, (text: string) => text.normalize("NFKC"), (text: string) => text.normalize("NFKD")];

/** The shortest text, in letters, that every search must support. */
const MIN_LETTERS = 3;

const text: Test = ({ value: { content } }, filterValue) => {
  if (typeof content !== "string" || typeof filterValue !== "string" || !isPlainText(filterValue)) return "unknown";
  const isAscii = !/[^\p{ASCII}]/u.test(content + filterValue);
  const verdicts = (isAscii ? [asWritten] : FORMS).map((form) => matchesText(form(content), form(filterValue)));
  if (verdicts.every((verdict) => verdict === "out")) return "out";
  // The contract leaves open whether one or two letters are searched, and how white space is treated.
  const isSearched = filterValue.length >= MIN_LETTERS && !/\s{2}/u.test(filterValue);
  return isSearched && verdicts.every((verdict) => verdict === "in") ? "in" : "unknown";
};

/** An ISO date and time of day with its time zone. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function created(role: "createdFrom" | "createdTo"): Test {
  return ({ value: { created_at: shown } }, filterValue): Verdict => {
    const createdAt = instantOf(shown);
    if (!Number.isFinite(createdAt) || typeof filterValue !== "string" || !INSTANT.test(filterValue)) return "unknown";
    const precision = precisionOf(String(shown));
    const known = { id: "", content: "", kind: "", scope: "", tags: [], createdAt, precision };
    return matchesFilter(known, { [role]: Date.parse(filterValue) });
  };
}

/** The contract leaves open whether a scope includes others. The two of the target file are separate. */
const scope: Test = ({ creation }, filterValue, page, { context }) => {
  const written = creation === null ? undefined : requested(creation, "scope_id");
  if (written === filterValue) return "in";
  const { scope: one, secondScope: other } = context.target.fixtures;
  const areApart = [one, other].every((id) => id !== undefined && [written, filterValue].includes(id));
  return areApart && creation?.isOwn === true && page.isOwn ? "out" : "unknown";
};

const WITH_OFFSET = "memories.search.created-offset";

/** Characters that have a meaning of their own in patterns. */
const PATTERN_CHARACTERS = /[%_.*]/;

/** Returns the requirement that a text search breaks if it omits a matching memory or returns one without the text. */
function textRequirement({ value: { content } }: Item, filterValue: Json): string {
  const [shownText, requestedText] = [String(content), String(filterValue)];
  if (PATTERN_CHARACTERS.test(requestedText)) return "memories.search.text-literal";
  const isOtherCase = !shownText.includes(requestedText) && matchesText(shownText, requestedText) === "in";
  return isOtherCase ? "memories.search.text-case" : FILTER_REQUIREMENTS.text;
}

/** Requirements of a filter in addition to its own. */
const FURTHER_REQUIREMENTS: Readonly<Partial<Record<FilterRole, readonly string[]>>> = {
  createdFrom: [WITH_OFFSET],
  createdTo: [WITH_OFFSET],
  text: ["memories.search.text-case", "memories.search.text-literal"],
};

const TESTS: Readonly<Record<FilterRole, Test>> = {
  kind: listed("kind"),
  scope,
  text,
  tags,
  createdFrom: created("createdFrom"),
  createdTo: created("createdTo"),
};

function hasOffset(filterValue: Json): boolean {
  return typeof filterValue === "string" && INSTANT.test(filterValue) && !filterValue.endsWith("Z");
}

const STATUS_REQUIREMENT = "memories.search.status";

const STATUS: Filter = {
  role: "status",
  requirements: [STATUS_REQUIREMENT],
  requirement: () => STATUS_REQUIREMENT,
  test: listed("status"),
  fallback: { requirement: "memories.search.default-status", value: ({ context }) => usualStatus(context) },
};

/**
 * Returns true if a search without a scope must find the item. The contract only implies that such a search covers all
 * scopes, so a scope counts once such a search of the same caller has shown a memory of it.
 */
function isOfSearchedScope({ creation }: Item, page: HistoryEntry, knowledge: Knowledge): boolean {
  if (requested(page, "scope") !== undefined) return true;
  return creation !== null && searchedScopes(knowledge).has(scopeFor(page, requested(creation, "scope_id")));
}

const known = new WeakMap<readonly HistoryEntry[], ReadonlySet<string>>();

/** Returns the scopes of which searches without a scope have shown a memory, for each caller. */
function searchedScopes(knowledge: Knowledge): ReadonlySet<string> {
  const pages = accepted(knowledge, "search-memories");
  const earlier = known.get(pages);
  if (earlier !== undefined) return earlier;
  const creations = creationsById(knowledge, "remember");
  const scopes = pages
    .filter((page) => requested(page, "scope") === undefined)
    .flatMap((page) =>
      itemsAt(page, "/data/hits").flatMap(({ value: { id } }) => {
        const creation = creations.get(String(id));
        return creation === undefined ? [] : [scopeFor(page, requested(creation, "scope_id"))];
      }),
    );
  const all = new Set(scopes);
  known.set(pages, all);
  return all;
}

function scopeFor({ otherKey }: HistoryEntry, scope: Json | undefined): string {
  return JSON.stringify([otherKey, scope ?? null]);
}

/** The search for memories by their properties. */
export const searchMemories: View = {
  operation: "search-memories",
  pointer: "/data/hits",
  creation: "remember",
  what: "memory",
  filters: [
    ...Object.entries(TESTS).map(
      ([role, test]): Filter => ({
        role,
        requirements: [FILTER_REQUIREMENTS[role as FilterRole], ...(FURTHER_REQUIREMENTS[role as FilterRole] ?? [])],
        requirement(item, filterValue) {
          if (role === "text") return textRequirement(item, filterValue);
          return hasOffset(filterValue) ? WITH_OFFSET : FILTER_REQUIREMENTS[role as FilterRole];
        },
        test,
      }),
    ),
    STATUS,
  ],
  changing: ["status", "content", "kind"],
  combined: "memories.search.combined",
  unfiltered: "memories.remember.found",
  laterPages: "memories.search.cursor-filters",
  paging: ["limit"],
  isFound: isOfSearchedScope,
  next: "/data/nextCursor",
};
