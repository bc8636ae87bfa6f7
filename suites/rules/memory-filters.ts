import { isObject, type JsonObject } from "../../spec/json.ts";
import { askedFor, granted, isTold } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { parameterSchema, wordsOf } from "../models/document-facts.ts";
import { precisionOf, verdictOn, verdictOnText } from "../models/memory-filters.ts";
import { usualStatus } from "../models/memory-statuses.ts";
import { isLapsing } from "../verifiers/expiring-now.ts";
import { valueAt } from "../verifiers/read.ts";
import { FILTER_REQUIREMENTS } from "../views/memory-filters.ts";
import { judgeThings, type Rule } from "./rule.ts";

/** Filters of a memory search whose effect shows in the memories themselves. */
const ROLES = ["kind", "status", "text", "tags", "createdFrom", "createdTo"] as const;
type Filter = (typeof ROLES)[number];

const REQUIREMENTS: Readonly<Record<Filter, string>> = { ...FILTER_REQUIREMENTS, status: "memories.search.status" };
const TOGETHER = "memories.search.combined";
const ON_LATER_PAGES = "memories.search.cursor-filters";
const WITH_OFFSET = "memories.search.created-offset";

/** What a search finds shows nothing that one of its filters keeps out: alone, with others, and on later pages. */
export const foundRules: readonly Rule[] = [
  ...[...ROLES.map((role) => REQUIREMENTS[role]), TOGETHER, ON_LATER_PAGES, WITH_OFFSET].map(
    (requirement): Rule => ({
      requirement,
      name: "memories that show what was asked for",
      operations: ["search-memories"],
      judge: (knowledge) =>
        judgeHits(knowledge, (past) => (requirementOf(knowledge, past) === requirement ? rolesOf(past) : [])),
    }),
  ),
  {
    requirement: "memories.search.default-status",
    name: "memories of the usual status where none was asked for",
    operations: ["search-memories"],
    judge: (knowledge) => {
      const cursors = usualCursors(knowledge);
      const isUsual = (past: Past) => isWithoutStatus(past, cursors);
      return judgeHits(knowledge, (past) => (isUsual(past) ? ["status"] : []), {
        status: usualStatus(knowledge.world),
      });
    },
  },
];

/** Whether the status has to be said again beside a cursor is not stated: without one, it is that of the page before. */
function isWithoutStatus(past: Past, cursors: ReadonlySet<unknown>): boolean {
  const cursor = askedFor(past, "cursor");
  return askedFor(past, "status") === undefined && (cursor === undefined || cursors.has(cursor));
}

/** Cursors of searches that never named a status, from page to page. */
function usualCursors(knowledge: Knowledge): ReadonlySet<unknown> {
  const cursors = new Set<unknown>();
  for (const past of granted(knowledge, "search-memories")) {
    if (past.isOwn && isWithoutStatus(past, cursors)) cursors.add(valueAt(past.exchange, "/data/nextCursor"));
  }
  return cursors;
}

/** The filters that were given, of whatever kind: beside a scope, too, a filter is one of several. */
function rolesOf(past: Past): readonly Filter[] {
  return ROLES.filter((role) => askedFor(past, role) !== undefined);
}

/** What a search breaks that shows something else than it was asked for; null where there is nothing to say. */
function requirementOf(knowledge: Knowledge, past: Past): string | null {
  const roles = rolesOf(past);
  const [only] = roles;
  if (only === undefined || !roles.every((role) => isPlain(knowledge, role, askedFor(past, role)))) return null;
  if (askedFor(past, "cursor") !== undefined) return ON_LATER_PAGES;
  if (roles.length > 1 || askedFor(past, "scope") !== undefined) return TOGETHER;
  return hasOffset(askedFor(past, only)) ? WITH_OFFSET : REQUIREMENTS[only];
}

/** Whether the value of a filter means one thing to every reader. */
function isPlain({ world }: Knowledge, role: Filter, value: unknown): boolean {
  if (role === "tags") return Array.isArray(value) && value.length > 0 && value.every(isPlainText);
  if (typeof value !== "string") return false;
  if (role === "text") return isPlainText(value);
  if (role === "createdFrom" || role === "createdTo") return INSTANT.test(value);
  return wordsOf(parameterSchema(world.document, "search-memories", role), `the ${role} filter`).includes(value);
}

/** A date and time of day in the ISO style, with what it is an hour of. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function hasOffset(value: unknown): boolean {
  return typeof value === "string" && INSTANT.test(value) && !value.endsWith("Z");
}

/** Text that no reading trims, composes or reads as something else. */
function isPlainText(value: unknown): boolean {
  return (
    typeof value === "string" && value !== "" && value.trim() === value && !/[^\p{L}\p{N}\p{P}\p{S} ]/u.test(value)
  );
}

function judgeHits(
  knowledge: Knowledge,
  rolesToJudge: (past: Past) => readonly Filter[],
  instead: Readonly<Partial<Record<Filter, string>>> = {},
): number {
  if (!isTold(knowledge)) return 0;
  let judged = 0;
  for (const past of granted(knowledge, "search-memories")) {
    const roles = rolesToJudge(past);
    if (roles.length === 0) continue;
    const wanted = (role: Filter) => instead[role] ?? askedFor(past, role);
    judged += judgeThings(past, "/data/hits", (memory) => {
      const role = roles.find(
        (one) => contradicts(memory, one, wanted(one)) && !(one === "status" && isLapsing(knowledge, past, memory)),
      );
      if (role === undefined) return null;
      return {
        message: `a search by ${roles.join(" and ")} must find no memory that shows something else`,
        expected: `${role}: ${JSON.stringify(wanted(role))}`,
        keyword: "unwanted",
      };
    });
  }
  return judged;
}

/** True where a memory shows a value that the filter keeps out; what is not shown decides nothing. */
function contradicts(memory: JsonObject, role: Filter, wanted: unknown): boolean {
  const { content, metadata, created_at: createdAt } = memory;
  if (role === "text") return typeof content === "string" && !mayHold(content, String(wanted));
  if (role === "tags") return isObject(metadata) && Array.isArray(wanted) && !hasSome(metadata, wanted);
  if (role === "kind" || role === "status") return typeof memory[role] === "string" && memory[role] !== wanted;
  if (typeof createdAt !== "string" || Number.isNaN(Date.parse(createdAt))) return false;
  const instant = { createdAt: Date.parse(createdAt), precision: precisionOf(createdAt) };
  const known = { id: "", content: "", kind: "", scope: "", tags: [], ...instant };
  return verdictOn(known, { [role]: Date.parse(String(wanted)) }) === "out";
}

/** Signs that are written in several ways may be taken for each other. */
function mayHold(content: string, text: string): boolean {
  const forms = [(one: string) => one, (one: string) => one.normalize("NFKC"), (one: string) => one.normalize("NFKD")];
  return forms.some((form) => verdictOnText(form(content), form(text)) !== "out");
}

/**
 * In which form several tags have to be asked for is open, and so is the case of their letters: one of them is there at
 * least, or a part of one that holds a sign by which a target may tell them apart.
 */
function hasSome({ tags }: JsonObject, wanted: readonly unknown[]): boolean {
  const held = (Array.isArray(tags) ? tags : []).map((tag) => String(tag).toLowerCase());
  const asked = wanted.map((tag) => String(tag).toLowerCase());
  return asked.some((tag) => [tag, ...tag.split(/[\s,;|]+/u)].some((part) => held.includes(part)));
}
