import { isObject, type Json } from "../../spec/json.ts";
import { firstRise } from "../verifiers/first-rise.ts";
import type { Aspect } from "./aspect.ts";

const ORDER = "messages.search.order";
const SEARCH = "search-messages";

/** Hits of search-messages are in order of descending rank, whatever the query. Equal ranks may follow each other. */
export const rankAspect: Aspect = {
  requirements: [ORDER],
  judge({ id }, { status, json }) {
    const ranks = id === SEARCH && status === 200 && json.ok ? ranksIn(json.value) : [];
    if (ranks.length < 2) return { violations: [], asserted: [] };
    const rise = firstRise(ranks);
    if (rise < 0) return { violations: [], asserted: [ORDER] };
    const violation = {
      requirement: ORDER,
      verifier: "order",
      pointer: `/data/messages/${rise}/rank`,
      keyword: "order",
      message: "hits must be in order of descending rank",
      expected: `at most ${ranks[rise - 1]}, the rank of the hit before`,
      actual: String(ranks[rise]),
    };
    return { violations: [violation], asserted: [ORDER] };
  },
};

/** Returns the ranks of all hits; empty if any hit has none. */
function ranksIn(body: Json): readonly number[] {
  const data = isObject(body) ? body.data : null;
  const messages = isObject(data) && Array.isArray(data.messages) ? data.messages : [];
  const ranks = messages.flatMap((hit) => (isObject(hit) && typeof hit.rank === "number" ? [hit.rank] : []));
  return ranks.length === messages.length ? ranks : [];
}
