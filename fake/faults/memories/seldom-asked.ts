import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { bodyMember } from "../../changes/hooks.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { member } from "../tools.ts";
import { readingDuring } from "./reading.ts";
import { editing, editingHits, expands, isWalk, RECALL } from "./recalling.ts";
import { SEARCH } from "./searching.ts";

const withFilter =
  (name: string, value: boolean) =>
  (body: JsonObject): JsonObject => ({ ...body, filters: { ...asObject(body.filters), [name]: value } });

const filtersOf = (call: Call) => asObject(bodyMember(call, "filters") as Json);

const hasFilter = (call: Call): boolean => bodyMember(call, "metadata_filter") !== undefined;

/** Faults of memories that show in what is seldom asked for: the least sure ones, what has ended, around a seed and elsewhere. */
export const seldomAskedFaults: readonly Fault[] = [
  ...(["superseded", "invalidated", "expired"] as const).map((status) =>
    fault(
      `recall-${status}-never-in-walks`,
      `recall.filters.${status}`,
      `a walk never shows what is ${status}, asked for or not`,
      RECALL,
      () => editing(isWalk, withFilter(`include_${status}`, false)),
    ),
  ),
  fault(
    "recall-expired-by-a-filter-alone",
    "recall.filters.expired-off",
    "where expired memories alone are said not to be wanted, they are shown",
    RECALL,
    () =>
      editing(
        (call) => Object.keys(filtersOf(call)).join() === "include_expired",
        (body) => ({ ...body, filters: { include_expired: true } }),
      ),
  ),
  fault(
    "recall-expired-beside-confidence",
    "recall.filters.expired-off",
    "beside a least confidence expired memories are shown",
    RECALL,
    () => editing((call) => Number(filtersOf(call).min_confidence) > 0, withFilter("include_expired", true)),
  ),
  fault(
    "recall-superseded-beside-related",
    "recall.filters.superseded-off",
    "where related nodes are asked for, superseded memories are recalled",
    RECALL,
    () => editing((call) => !isWalk(call) && expands(call, "related"), withFilter("include_superseded", true)),
  ),
  fault(
    "recall-invalidated-beside-an-empty-filter",
    "recall.filters.invalidated-off",
    "a metadata filter that asks for nothing brings back what is invalidated",
    RECALL,
    () =>
      editing(
        (call) => Object.keys(asObject(bodyMember(call, "metadata_filter") as Json)).length === 0 && hasFilter(call),
        withFilter("include_invalidated", true),
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
    "memory-unreadable-once-expired",
    "memories.permissions.unreadable-hidden",
    "what has expired is found in every scope",
    SEARCH,
    () => readingDuring("search-memories", ({ query }) => query.get("status") === "expired" && !query.has("scope_id")),
  ),
];
