import type { CheckContext } from "../../engine/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { numberAt, parameterSchema } from "../document-facts.ts";
import { judging } from "../evidence.ts";
import { askedFor, granted, isTold, mayAddNeighbours, type Rule, thingsAt } from "./rule.ts";

/** Lists with a count that may be asked for: where they stand, and whether the contract leaves the name of the count open. */
const LISTS = [
  { requirement: "tasks.list.limit", operation: "list-tasks", pointer: "/data", isOpen: true },
  { requirement: "memories.search.limit", operation: "search-memories", pointer: "/data/hits", isOpen: true },
  { requirement: "messages.search.limit", operation: "search-messages", pointer: "/data/messages", isOpen: false },
  { requirement: "messages.get.limit", operation: "get-messages", pointer: "/data/messages", isOpen: true },
  { requirement: "recall.limit", operation: "recall", pointer: "/data/hits", isOpen: false },
] as const;

/** No list is longer than was asked for, whatever was asked for beside that. */
export const limitRules: readonly Rule[] = LISTS.map(({ requirement, operation, pointer, isOpen }) => ({
  requirement,
  name: "no more than asked for",
  operations: [operation],
  judge: (check) => (isOpen && !isTold(check) ? 0 : judgeLimits(check, operation, pointer)),
}));

/** Lists that are so long at the most where nothing is said, whatever was asked for beside. */
const USUAL = [
  { requirement: "tasks.list.default-limit", operation: "list-tasks", pointer: "/data", isOpen: true },
  {
    requirement: "memories.search.default-limit",
    operation: "search-memories",
    pointer: "/data/hits",
    isOpen: true,
  },
  {
    requirement: "messages.search.default-limit",
    operation: "search-messages",
    pointer: "/data/messages",
    isOpen: false,
  },
] as const;

/** No list is longer than the default where no count was asked for, nor ever than the maximum. */
export const boundRules: readonly Rule[] = [
  ...USUAL.map(
    ({ requirement, operation, pointer, isOpen }): Rule => ({
      requirement,
      name: "no more than the default where no count is asked for",
      operations: [operation],
      judge: (check) => (isOpen && !isTold(check) ? 0 : judgeBound(check, operation, pointer, "default")),
    }),
  ),
  ...[
    { requirement: "tasks.list.max-limit", operation: "list-tasks", pointer: "/data" },
    { requirement: "memories.search.max-limit", operation: "search-memories", pointer: "/data/hits" },
  ].map(
    ({ requirement, operation, pointer }): Rule => ({
      requirement,
      name: "never more than the maximum",
      operations: [operation],
      judge: (check) => judgeBound(check, operation, pointer, "maximum"),
    }),
  ),
];

function judgeBound(check: CheckContext, operation: string, pointer: string, keyword: "default" | "maximum"): number {
  const most = numberAt(parameterSchema(check.world.document, operation, "limit"), keyword);
  if (most === undefined) return 0;
  const meant = granted(check, operation).filter(
    (past) => keyword === "maximum" || askedFor(past, "limit") === undefined,
  );
  for (const past of meant) {
    const count = thingsAt(past, pointer).length;
    judging([past.exchange], () =>
      expectThat(count <= most, {
        message: `${operation} must give no more than its ${keyword}${keyword === "default" ? ", where no count is asked for" : ""}`,
        expected: `at most ${most}`,
        actual: String(count),
        pointer,
        keyword,
      }),
    );
  }
  return meant.length;
}

function judgeLimits(check: CheckContext, operation: string, pointer: string): number {
  let judged = 0;
  for (const past of granted(check, operation)) {
    if (operation === "recall" && mayAddNeighbours(past)) continue;
    const limit = askedFor(past, "limit");
    // What a part of one, or less than one, would be is not stated.
    if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1) continue;
    // The node that a walk starts at need not count.
    const seed = operation === "recall" ? askedFor(past, "seed_id") : undefined;
    const count = thingsAt(past, pointer).filter(({ value }) => seed === undefined || value.id !== seed).length;
    judged += 1;
    judging([past.exchange], () =>
      expectThat(count <= limit, {
        message: `${operation} must give no more than the ${limit} that were asked for`,
        expected: `at most ${limit}`,
        actual: String(count),
        pointer,
        keyword: "too-many",
      }),
    );
  }
  return judged;
}
