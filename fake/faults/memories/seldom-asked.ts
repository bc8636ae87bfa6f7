import { together } from "../../changes/change.ts";
import { onCall, rules } from "../../changes/hooks.ts";
import { readableScopes } from "../../features/memories/scopes.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { member, record } from "../tools.ts";
import { editing, editingHits, isWalk, RECALL } from "./recalling.ts";
import { SEARCH } from "./searching.ts";

/** True for a search that nothing narrows but times and a status. */
const isUnfiltered = ({ query }: Call): boolean => ["kind", "q", "tags", "scope_id"].every((name) => !query.has(name));

/** Faults of memories that show in what is seldom asked for: the least sure ones, no filter at all, what has ended around a seed. */
export const seldomAskedFaults: readonly Fault[] = [
  ...(["superseded", "invalidated", "expired"] as const).map((status) =>
    fault(
      `recall-${status}-never-in-walks`,
      `recall.filters.${status}`,
      `a walk never shows what is ${status}, asked for or not`,
      RECALL,
      () =>
        editing(isWalk, (body) => ({ ...body, filters: { ...record(body.filters), [`include_${status}`]: false } })),
    ),
  ),
  fault(
    "recall-without-confidence-hidden",
    "recall.filters.min-confidence",
    "a memory of no confidence is never recalled",
    RECALL,
    () => editingHits((hits) => hits.filter((hit) => member(hit, "confidence") !== 0)),
  ),
  fault(
    "memory-second-scope-by-filters-alone",
    "memories.search.all-scopes",
    "without any filter the memories of one scope are found",
    SEARCH,
    () => {
      let plain = false;
      return together(
        onCall("*", (call) => {
          plain = call.operation === "search-memories" && isUnfiltered(call);
        }),
        rules({
          memories: { indexed: (caller, { scopeId }) => !plain || readableScopes(caller)[0]?.id === scopeId },
        }),
      );
    },
  ),
];
