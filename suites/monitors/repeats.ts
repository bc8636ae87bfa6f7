import { isObject, type Json } from "../../spec/json.ts";
import { valueAt } from "../../spec/pointer.ts";
import type { Aspect } from "./aspect.ts";

/** Lists of answers in which each thing has one place. */
const LISTS: Readonly<Record<string, { readonly requirement: string; readonly list: string; readonly what: string }>> =
  {
    "list-tasks": { requirement: "tasks.list.no-repeats", list: "/data", what: "task" },
    "get-messages": { requirement: "messages.get.no-repeats", list: "/data/messages", what: "message" },
    "search-messages": { requirement: "messages.search.no-repeats", list: "/data/messages", what: "message" },
    "search-memories": { requirement: "memories.search.no-repeats", list: "/data/hits", what: "memory" },
    recall: { requirement: "recall.no-repeats", list: "/data/hits", what: "memory" },
  };

/** Nothing stands twice in one list, whoever asked for it: what is joined with several others comes once all the same. */
export const repeatAspect: Aspect = {
  requirements: Object.values(LISTS).map(({ requirement }) => requirement),
  judge({ id: operation }, { status, json }) {
    const listed = LISTS[operation];
    const ids = listed && status === 200 && json.ok ? idsIn(json.value, listed.list) : [];
    if (!listed || ids.length === 0) return { breaches: [], witnessed: [] };
    const { requirement, list, what } = listed;
    const seen = new Set<string>();
    const again = ids.findIndex((id) => seen.size === seen.add(id).size);
    if (again < 0) return { breaches: [], witnessed: [requirement] };
    const breach = {
      requirement,
      verifier: "once",
      pointer: `${list}/${again}/id`,
      keyword: "repeated",
      message: `no ${what} may stand twice in one answer`,
      expected: `every ${what} once`,
      actual: `the ${what} ${ids[again]} again`,
    };
    return { breaches: [breach], witnessed: [requirement] };
  },
};

/** The ids of all that a list holds; none where one of them shows no text. */
function idsIn(body: Json, list: string): readonly string[] {
  const things = valueAt(body, list);
  if (!Array.isArray(things)) return [];
  const ids = things.flatMap((thing) => (isObject(thing) && typeof thing.id === "string" ? [thing.id] : []));
  return ids.length === things.length ? ids : [];
}
