import { isObject, type Json } from "../../spec/json.ts";
import { askedFor } from "../knowledge/exchanges.ts";
import { parameterSchema } from "../models/document-facts.ts";
import { instantOf } from "../models/instant.ts";
import { type FilterRole, precisionOf, verdictOn, verdictOnText } from "../models/memory-filters.ts";
import { usualStatus } from "../models/memory-statuses.ts";
import { isLapsing } from "../verifiers/expiring-now.ts";
import { FILTER_REQUIREMENTS } from "./memory-filters.ts";
import type { Filter, Verdict, View } from "./view.ts";

type Test = Filter["test"];

const listed =
  (field: "kind" | "status"): Test =>
  (item, asked, page, knowledge) => {
    const shown = item.value[field];
    const values = parameterSchema(knowledge.world.document, "search-memories", field)?.enum;
    if (typeof shown !== "string" || !Array.isArray(values) || !values.includes(asked)) return "unknown";
    if (shown === asked) return "in";
    return field === "status" && isLapsing(knowledge, page, item.value) ? "unknown" : "out";
  };

/**
 * In which form several tags have to be asked for is open, and so is the case of their letters: one of them is there at
 * least, or a part of one that holds a sign by which a target may tell them apart.
 */
const tags: Test = ({ value: { metadata } }, asked) => {
  if (!isObject(metadata) || !Array.isArray(asked) || asked.length === 0 || !asked.every(isPlainText)) return "unknown";
  const held = (Array.isArray(metadata.tags) ? metadata.tags : []).map(String);
  if (asked.length === 1 && held.includes(String(asked[0]))) return "in";
  const lower = held.map((tag) => tag.toLowerCase());
  const parts = asked.map((tag) => String(tag).toLowerCase()).flatMap((tag) => [tag, ...tag.split(/[\s,;|]+/u)]);
  return parts.some((part) => lower.includes(part)) ? "unknown" : "out";
};

/** Signs that are written in several ways may be taken for each other. */
const FORMS = [(one: string) => one, (one: string) => one.normalize("NFKC"), (one: string) => one.normalize("NFKD")];

const text: Test = ({ value: { content } }, asked) => {
  if (typeof content !== "string" || typeof asked !== "string" || !isPlainText(asked)) return "unknown";
  const verdicts = FORMS.map((form) => verdictOnText(form(content), form(asked)));
  if (verdicts.every((one) => one === "out")) return "out";
  return /^[\p{L}\p{N}]+$/u.test(asked) && verdicts.every((one) => one === "in") ? "in" : "unknown";
};

/** Text that no reading trims, composes or reads as something else. */
function isPlainText(value: unknown): boolean {
  return (
    typeof value === "string" && value !== "" && value.trim() === value && !/[^\p{L}\p{N}\p{P}\p{S} ]/u.test(value)
  );
}

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
const scope: Test = ({ making }, asked, page, { world }) => {
  const written = making === null ? undefined : askedFor(making, "scope_id");
  if (written === asked) return "in";
  const { scope: one, secondScope: other } = world.target.fixtures;
  const areApart = [one, other].every((id) => id !== undefined && [written, asked].includes(id));
  return areApart && making?.isOwn === true && page.isOwn ? "out" : "unknown";
};

const TESTS: Readonly<Record<FilterRole, Test>> = {
  kind: listed("kind"),
  scope,
  text,
  tags,
  createdFrom: created("createdFrom"),
  createdTo: created("createdTo"),
};

const WITH_OFFSET = "memories.search.created-offset";

function hasOffset(asked: Json): boolean {
  return typeof asked === "string" && INSTANT.test(asked) && !asked.endsWith("Z");
}

const STATUS_REQUIREMENT = "memories.search.status";

const STATUS: Filter = {
  role: "status",
  requirements: [STATUS_REQUIREMENT],
  requirement: () => STATUS_REQUIREMENT,
  test: listed("status"),
  unasked: { requirement: "memories.search.default-status", value: ({ world }) => usualStatus(world) },
};

/** Memories that a search finds by what they are. */
export const searchMemories: View = {
  operation: "search-memories",
  pointer: "/data/hits",
  making: "remember",
  what: "memory",
  filters: [
    ...Object.entries(TESTS).map(
      ([role, test]): Filter => ({
        role,
        requirements: [FILTER_REQUIREMENTS[role as FilterRole], ...(role.startsWith("created") ? [WITH_OFFSET] : [])],
        requirement: (_item, asked) => (hasOffset(asked) ? WITH_OFFSET : FILTER_REQUIREMENTS[role as FilterRole]),
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
  next: "/data/nextCursor",
};
