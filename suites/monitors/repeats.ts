import { isObject, type Json } from "../../spec/json.ts";
import { valueAt } from "../../spec/pointer.ts";
import type { ResponseViolation } from "../client/exchange.ts";
import type { Aspect } from "./aspect.ts";

/** A list in responses that contains each item once. */
interface Listed {
  readonly requirement: string;
  readonly list: string;
  readonly what: string;
}

const orientation = (list: string, what: string): Listed => ({
  requirement: "bootstrap.no-repeats",
  list: `/data/${list}`,
  what,
});

/** The lists by operation. */
const LISTS: Readonly<Record<string, readonly Listed[]>> = {
  "list-tasks": [{ requirement: "tasks.list.no-repeats", list: "/data", what: "task" }],
  "get-messages": [{ requirement: "messages.get.no-repeats", list: "/data/messages", what: "message" }],
  "search-messages": [{ requirement: "messages.search.no-repeats", list: "/data/messages", what: "message" }],
  "search-memories": [{ requirement: "memories.search.no-repeats", list: "/data/hits", what: "memory" }],
  recall: [{ requirement: "recall.no-repeats", list: "/data/hits", what: "memory" }],
  "bootstrap-context": [
    orientation("current_decisions", "memory"),
    orientation("active_constraints", "memory"),
    orientation("open_questions", "memory"),
    orientation("scope_membership", "scope"),
  ],
};

/** No item appears twice in one list, whatever the request, even if it is joined with several others. */
export const repeatAspect: Aspect = {
  requirements: [...new Set(Object.values(LISTS).flatMap((lists) => lists.map(({ requirement }) => requirement)))],
  judge({ id: operation }, { status, json }) {
    if (status !== 200 || !json.ok) return { violations: [], asserted: [] };
    const { value } = json;
    const lists = (LISTS[operation] ?? []).filter(({ list }) => idsIn(value, list).length > 0);
    return {
      violations: lists.flatMap((listed) => repeated(idsIn(value, listed.list), listed)),
      asserted: [...new Set(lists.map(({ requirement }) => requirement))],
    };
  },
};

function repeated(ids: readonly string[], { requirement, list, what }: Listed): ResponseViolation[] {
  const seen = new Set<string>();
  const again = ids.findIndex((id) => seen.size === seen.add(id).size);
  if (again < 0) return [];
  return [
    {
      requirement,
      verifier: "once",
      pointer: `${list}/${again}/id`,
      keyword: "repeated",
      message: `no ${what} may appear twice in one response`,
      expected: `every ${what} once`,
      actual: `the ${what} ${ids[again]} again`,
    },
  ];
}

/** Returns the ids of all items of a list; empty if any item has none. */
function idsIn(body: Json, list: string): readonly string[] {
  const items = valueAt(body, list);
  if (!Array.isArray(items)) return [];
  const ids = items.flatMap((item) => (isObject(item) && typeof item.id === "string" ? [item.id] : []));
  return ids.length === items.length ? ids : [];
}
