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
import { isPlainText } from "./text.ts";
import type { Filter, Item, Verdict, View } from "./view.ts";

type Test = Filter["test"];

const listed =
  (field: "kind" | "status"): Test =>
  (item, asked, page, knowledge) => {
    const shown = item.value[field];
    const values = parameterSchema(knowledge.context.document, "search-memories", field)?.enum;
    if (typeof shown !== "string" || !Array.isArray(values) || !values.includes(asked)) return "unknown";
    if (shown === asked) return "in";
    return field === "status" && isExpiringNow(knowledge, page, item.value) ? "unknown" : "out";
  };

const asWritten = (one: string) => one;

/** Unicode forms of a text. A search may treat characters that can be written in several ways as equal. */
const FORMS = [asWritten, (one: string) => one.normalize("NFKC"), (one: string) => one.normalize("NFKD")];

/** The shortest text, in letters, that every search must support. */
const MIN_LETTERS = 3;

const text: Test = ({ value: { content } }, asked) => {
  if (typeof content !== "string" || typeof asked !== "string" || !isPlainText(asked)) return "unknown";
  const isAscii = !/[^\p{ASCII}]/u.test(content + asked);
  const verdicts = (isAscii ? [asWritten] : FORMS).map((form) => matchesText(form(content), form(asked)));
  if (verdicts.every((one) => one === "out")) return "out";
  // The contract leaves open whether one or two letters are searched, and how white space is treated.
  const isSearched = asked.length >= MIN_LETTERS && !/\s{2}/u.test(asked);
  return isSearched && verdicts.every((one) => one === "in") ? "in" : "unknown";
};

/** An ISO date and time of day with its time zone. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function created(role: "createdFrom" | "createdTo"): Test {
  return ({ value: { created_at: shown } }, asked): Verdict => {
    const createdAt = instantOf(shown);
    if (!Number.isFinite(createdAt) || typeof asked !== "string" || !INSTANT.test(asked)) return "unknown";
    const precision = precisionOf(String(shown));
    const known = { id: "", content: "", kind: "", scope: "", tags: [], createdAt, precision };
    return matchesFilter(known, { [role]: Date.parse(asked) });
  };
}

/** The contract leaves open whether a scope includes others. The two of the target file are separate. */
const scope: Test = ({ creation }, asked, page, { context }) => {
  const written = creation === null ? undefined : requested(creation, "scope_id");
  if (written === asked) return "in";
  const { scope: one, secondScope: other } = context.target.fixtures;
  const areApart = [one, other].every((id) => id !== undefined && [written, asked].includes(id));
  return areApart && creation?.isOwn === true && page.isOwn ? "out" : "unknown";
};

const WITH_OFFSET = "memories.search.created-offset";

/** Characters that have a meaning of their own in patterns. */
const OF_PATTERNS = /[%_.*]/;

/** Returns the requirement that a text search breaks if it omits a matching memory or returns one without the text. */
function textRequirement({ value: { content } }: Item, asked: Json): string {
  const [held, wanted] = [String(content), String(asked)];
  if (OF_PATTERNS.test(wanted)) return "memories.search.text-literal";
  const isOtherCase = !held.includes(wanted) && matchesText(held, wanted) === "in";
  return isOtherCase ? "memories.search.text-case" : FILTER_REQUIREMENTS.text;
}

/** Requirements of a filter in addition to its own. */
const MORE: Readonly<Partial<Record<FilterRole, readonly string[]>>> = {
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

function hasOffset(asked: Json): boolean {
  return typeof asked === "string" && INSTANT.test(asked) && !asked.endsWith("Z");
}

const STATUS_REQUIREMENT = "memories.search.status";

const STATUS: Filter = {
  role: "status",
  requirements: [STATUS_REQUIREMENT],
  requirement: () => STATUS_REQUIREMENT,
  test: listed("status"),
  unasked: { requirement: "memories.search.default-status", value: ({ context }) => usualStatus(context) },
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
  const made = creationsById(knowledge, "remember");
  const scopes = pages
    .filter((page) => requested(page, "scope") === undefined)
    .flatMap((page) =>
      itemsAt(page, "/data/hits").flatMap(({ value: { id } }) => {
        const creation = made.get(String(id));
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
        requirements: [FILTER_REQUIREMENTS[role as FilterRole], ...(MORE[role as FilterRole] ?? [])],
        requirement(item, asked) {
          if (role === "text") return textRequirement(item, asked);
          return hasOffset(asked) ? WITH_OFFSET : FILTER_REQUIREMENTS[role as FilterRole];
        },
        test,
      }),
    ),
    STATUS,
  ],
  changing: ["status", "content", "kind"],
  together: "memories.search.combined",
  unfiltered: "memories.remember.found",
  laterPages: "memories.search.cursor-filters",
  paging: ["limit"],
  isFound: isOfSearchedScope,
  next: "/data/nextCursor",
};
