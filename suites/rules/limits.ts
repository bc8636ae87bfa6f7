import { type Json, textsIn } from "../../spec/json.ts";
import { accepted, hasTargetDetails, itemsAt, mayAddNeighbours, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { creationsById } from "../knowledge/resources.ts";
import { numberAt, parameterSchema } from "../models/document-facts.ts";
import { expectThat } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** A list with a limit, and the requirements on its length. */
interface List {
  readonly operation: string;
  readonly pointer: string;
  /** True if the contract leaves the name of the limit parameter open. */
  readonly isOpen: boolean;
  readonly limit: string;
  readonly default?: string;
  readonly maximum?: string;
}

/** All lists with a limit. */
export const LISTS: readonly List[] = [
  {
    operation: "list-tasks",
    pointer: "/data",
    isOpen: true,
    limit: "tasks.list.limit",
    default: "tasks.list.default-limit",
    maximum: "tasks.list.max-limit",
  },
  {
    operation: "search-memories",
    pointer: "/data/hits",
    isOpen: true,
    limit: "memories.search.limit",
    default: "memories.search.default-limit",
    maximum: "memories.search.max-limit",
  },
  {
    operation: "search-messages",
    pointer: "/data/messages",
    isOpen: false,
    limit: "messages.search.limit",
    default: "messages.search.default-limit",
  },
  { operation: "get-messages", pointer: "/data/messages", isOpen: true, limit: "messages.get.limit" },
  { operation: "recall", pointer: "/data/hits", isOpen: false, limit: "recall.limit" },
];

/** No list is longer than its requested limit, whatever else was requested. */
export const limitRules: readonly Rule[] = LISTS.map((list) => ({
  requirement: list.limit,
  name: "no page has more items than requested",
  operations: [list.operation],
  judge: (knowledge) => judgeLimits(knowledge, list),
}));

/** Bounds of the document by their keywords. */
const BOUNDS = [
  { keyword: "default", name: "no page has more items than the default when no count is requested" },
  { keyword: "maximum", name: "no page has more items than the maximum" },
] as const;

/** No list is longer than the default if no limit was requested, nor ever longer than the maximum. */
export const boundRules: readonly Rule[] = BOUNDS.flatMap(({ keyword, name }) =>
  LISTS.flatMap((list) => {
    const { [keyword]: requirement, operation } = list;
    if (requirement === undefined) return [];
    return [{ requirement, name, operations: [operation], judge: (knowledge) => judgeBound(knowledge, list, keyword) }];
  }),
);

function judgeBound(
  knowledge: Knowledge,
  { operation, pointer, isOpen }: List,
  keyword: "default" | "maximum",
): number {
  // The maximum applies whatever the limit parameter is called.
  if (keyword === "default" && isOpen && !hasTargetDetails(knowledge)) return 0;
  const max = numberAt(parameterSchema(knowledge.context.document, operation, "limit"), keyword);
  if (max === undefined) return 0;
  const entries = accepted(knowledge, operation).filter(
    (entry) => keyword === "maximum" || requested(entry, "limit") === undefined,
  );
  for (const entry of entries) {
    const count = itemsAt(entry, pointer).length;
    withEvidence([entry.exchange], () =>
      expectThat(count <= max, {
        message: `${operation} must return at most its ${keyword} number of items${keyword === "default" ? " if no limit is requested" : ""}`,
        expected: `at most ${max}`,
        actual: String(count),
        pointer,
        keyword,
      }),
    );
  }
  return entries.length;
}

function judgeLimits(knowledge: Knowledge, { operation, pointer, isOpen }: List): number {
  if (isOpen && !hasTargetDetails(knowledge)) return 0;
  let judged = 0;
  for (const entry of accepted(knowledge, operation)) {
    if (operation === "recall" && mayAddNeighbours(entry)) continue;
    const limit = requested(entry, "limit");
    // The contract does not state the meaning of fractions and of limits below 1.
    if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1) continue;
    const addable = operation === "recall" ? addableHits(knowledge, entry) : new Set();
    const count = itemsAt(entry, pointer).filter(({ value }) => !addable.has(value.id)).length;
    judged += 1;
    withEvidence([entry.exchange], () =>
      expectThat(count <= limit, {
        message: `${operation} must return at most the requested ${limit} items`,
        expected: `at most ${limit}`,
        actual: String(count),
        pointer,
        keyword: "too-many",
      }),
    );
  }
  return judged;
}

/**
 * Returns the ids of hits that need not count: the start of a walk and, if provenance is expanded, what is or may be a
 * source of another hit, since a target may show sources among the hits.
 */
function addableHits(knowledge: Knowledge, recall: HistoryEntry): ReadonlySet<unknown> {
  const expand = requested(recall, "expand");
  const added = Array.isArray(expand) && expand.includes("provenance") ? sourcesAmongHits(knowledge, recall) : [];
  // A hit without an id is none of these.
  return new Set([requested(recall, "seed_id"), ...added].filter((id) => id !== undefined));
}

/** Returns the ids of the sources of all hits that the run has created, and of hits that have no score although others do. */
function sourcesAmongHits(knowledge: Knowledge, recall: HistoryEntry): readonly (Json | undefined)[] {
  const hits = itemsAt(recall, "/data/hits").map(({ value }) => value.id);
  const scored = new Set(itemsAt(recall, "/data/scores").map(({ value }) => value.memory_id));
  const creations = creationsById(knowledge, "remember");
  const sources = hits.flatMap((id) => {
    const creation = creations.get(String(id));
    return creation === undefined ? [] : textsIn(requested(creation, "derived_from"));
  });
  return [...sources, ...(scored.size === 0 ? [] : hits.filter((id) => !scored.has(id)))];
}

/** Returns true if a page of tasks is shorter than its limit, or than the maximum if the limit is above it. */
export function hasRoomLeft({ context }: Knowledge, entry: HistoryEntry): boolean {
  const schema = parameterSchema(context.document, "list-tasks", "limit");
  const limit = requested(entry, "limit") ?? numberAt(schema, "default");
  const max = Math.min(Number(limit), numberAt(schema, "maximum") ?? Number.POSITIVE_INFINITY);
  return typeof limit === "number" && itemsAt(entry, "/data").length < max;
}
