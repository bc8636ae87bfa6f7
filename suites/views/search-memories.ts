import type { Json } from "../../spec/json.ts";
import { accepted, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { creationsById } from "../knowledge/resources.ts";
import { parameterSchema } from "../models/document-facts.ts";
import { instantOf } from "../models/instant.ts";
import { type FilterRole, precisionOf, verdictOn, verdictOnText } from "../models/memory-filters.ts";
import { usualStatus } from "../models/memory-statuses.ts";
import { isLapsing } from "../verifiers/expiring-now.ts";
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
    return field === "status" && isLapsing(knowledge, page, item.value) ? "unknown" : "out";
  };

const asWritten = (one: string) => one;

/** Signs that are written in several ways may be taken for each other. */
const FORMS = [asWritten, (one: string) => one.normalize("NFKC"), (one: string) => one.normalize("NFKD")];

/** Letters of a text that every search takes. */
const MIN_LETTERS = 3;

const text: Test = ({ value: { content } }, asked) => {
  if (typeof content !== "string" || typeof asked !== "string" || !isPlainText(asked)) return "unknown";
  const isAscii = !/[^\p{ASCII}]/u.test(content + asked);
  const verdicts = (isAscii ? [asWritten] : FORMS).map((form) => verdictOnText(form(content), form(asked)));
  if (verdicts.every((one) => one === "out")) return "out";
  // Whether a letter or two are searched for is open, and so is what becomes of white space.
  const isSearched = asked.length >= MIN_LETTERS && !/\s{2}/u.test(asked);
  return isSearched && verdicts.every((one) => one === "in") ? "in" : "unknown";
};

/** A date and time of day in the ISO style, with what it is an hour of. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function created(role: "createdFrom" | "createdTo"): Test {
  return ({ value: { created_at: shown } }, asked): Verdict => {
    const createdAt = instantOf(shown);
    if (!Number.isFinite(createdAt) || typeof asked !== "string" || !INSTANT.test(asked)) return "unknown";
    const precision = precisionOf(String(shown));
    const known = { id: "", content: "", kind: "", scope: "", tags: [], createdAt, precision };
    return verdictOn(known, { [role]: Date.parse(asked) });
  };
}

/** Whether a scope takes in others is open: the two of the target file are apart. */
const scope: Test = ({ creation }, asked, page, { context }) => {
  const written = creation === null ? undefined : requested(creation, "scope_id");
  if (written === asked) return "in";
  const { scope: one, secondScope: other } = context.target.fixtures;
  const areApart = [one, other].every((id) => id !== undefined && [written, asked].includes(id));
  return areApart && creation?.isOwn === true && page.isOwn ? "out" : "unknown";
};

const WITH_OFFSET = "memories.search.created-offset";

/** Signs that patterns give a meaning of their own. */
const OF_PATTERNS = /[%_.*]/;

/** What a search by a text breaks that leaves out a memory, or shows one that does not hold the text. */
function textRequirement({ value: { content } }: Item, asked: Json): string {
  const [held, wanted] = [String(content), String(asked)];
  if (OF_PATTERNS.test(wanted)) return "memories.search.text-literal";
  const isOtherCase = !held.includes(wanted) && verdictOnText(held, wanted) === "in";
  return isOtherCase ? "memories.search.text-case" : FILTER_REQUIREMENTS.text;
}

/** The requirements of each filter beyond its own. */
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
 * Whether a search without a scope looks into all of them is implied, and not stated: one that has shown a memory of a scope
 * looks into that one.
 */
function isOfSearchedScope({ creation }: Item, page: Past, knowledge: Knowledge): boolean {
  if (requested(page, "scope") !== undefined) return true;
  return creation !== null && searchedScopes(knowledge).has(scopeFor(page, requested(creation, "scope_id")));
}

const known = new WeakMap<readonly Past[], ReadonlySet<string>>();

/** Scopes of which searches without one have shown something, for each caller. */
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

function scopeFor({ otherKey }: Past, scope: Json | undefined): string {
  return JSON.stringify([otherKey, scope ?? null]);
}

/** Memories that a search finds by what they are. */
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
