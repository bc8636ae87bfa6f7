import { accepted, isTold, itemsAt, mayAddNeighbours, requested } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { numberAt, parameterSchema } from "../models/document-facts.ts";
import { expectThat } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import type { Rule } from "./rule.ts";

/** A list with a count that may be asked for, and the requirements of how long it may be, as far as it has them. */
interface List {
  readonly operation: string;
  readonly pointer: string;
  /** Whether the contract leaves the name of the count open. */
  readonly isOpen: boolean;
  readonly limit: string;
  readonly default?: string;
  readonly maximum?: string;
}

/** Every list that takes a count. */
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

/** No list is longer than was asked for, whatever was asked for beside that. */
export const limitRules: readonly Rule[] = LISTS.map((list) => ({
  requirement: list.limit,
  name: "no page has more items than requested",
  operations: [list.operation],
  judge: (knowledge) => judgeLimits(knowledge, list),
}));

/** Bounds of the document, by their keywords. */
const BOUNDS = [
  { keyword: "default", name: "no page has more items than the default when no count is requested" },
  { keyword: "maximum", name: "no page has more items than the maximum" },
] as const;

/** No list is longer than the default where no count was asked for, whatever else was, nor ever than the maximum. */
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
  // What is never exceeded holds whatever the count is called.
  if (keyword === "default" && isOpen && !isTold(knowledge)) return 0;
  const most = numberAt(parameterSchema(knowledge.context.document, operation, "limit"), keyword);
  if (most === undefined) return 0;
  const meant = accepted(knowledge, operation).filter(
    (past) => keyword === "maximum" || requested(past, "limit") === undefined,
  );
  for (const past of meant) {
    const count = itemsAt(past, pointer).length;
    judging([past.exchange], () =>
      expectThat(count <= most, {
        message: `${operation} must return no more than its ${keyword}${keyword === "default" ? ", where no count is requested" : ""}`,
        expected: `at most ${most}`,
        actual: String(count),
        pointer,
        keyword,
      }),
    );
  }
  return meant.length;
}

function judgeLimits(knowledge: Knowledge, { operation, pointer, isOpen }: List): number {
  if (isOpen && !isTold(knowledge)) return 0;
  let judged = 0;
  for (const past of accepted(knowledge, operation)) {
    if (operation === "recall" && mayAddNeighbours(past)) continue;
    const limit = requested(past, "limit");
    // What a part of one, or less than one, would be is not stated.
    if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1) continue;
    // The node that a walk starts at need not count.
    const seed = operation === "recall" ? requested(past, "seed_id") : undefined;
    const count = itemsAt(past, pointer).filter(({ value }) => seed === undefined || value.id !== seed).length;
    judged += 1;
    judging([past.exchange], () =>
      expectThat(count <= limit, {
        message: `${operation} must return no more than the requested ${limit}`,
        expected: `at most ${limit}`,
        actual: String(count),
        pointer,
        keyword: "too-many",
      }),
    );
  }
  return judged;
}

/** Whether a listing of tasks has room left: less than was asked for, of which a greater count than the maximum may be cut to that. */
export function hasRoomLeft({ context }: Knowledge, past: Past): boolean {
  const schema = parameterSchema(context.document, "list-tasks", "limit");
  const limit = requested(past, "limit") ?? numberAt(schema, "default");
  const most = Math.min(Number(limit), numberAt(schema, "maximum") ?? Number.POSITIVE_INFINITY);
  return typeof limit === "number" && itemsAt(past, "/data").length < most;
}
