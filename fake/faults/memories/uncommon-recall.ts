import { asObject, isObject, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { breakingOver, editingList, member } from "../tools.ts";
import { isWalk, RECALL, recalling } from "./recalling.ts";

/** Faults of recall that show where one seldom looks: in walks, in the scores, behind the first of several. */
export const uncommonRecallFaults: readonly Fault[] = [
  fault(
    "recall-filters-null-crash",
    "errors.no-server-error",
    "null for the filters is an internal error",
    RECALL,
    () => breakingOver("recall", (call) => bodyMember(call, "filters") === null),
  ),
  fault("recall-expand-null-crash", "errors.no-server-error", "null for expand is an internal error", RECALL, () =>
    breakingOver("recall", (call) => bodyMember(call, "expand") === null),
  ),
  fault(
    "recall-min-confidence-null-crash",
    "errors.no-server-error",
    "null for a least confidence is an internal error",
    RECALL,
    () =>
      breakingOver("recall", (call) => {
        const filters = bodyMember(call, "filters");
        return isObject(filters) && filters.min_confidence === null;
      }),
  ),
  fault(
    "metadata-filter-of-null-crashes",
    "errors.no-server-error",
    "a filter that wants null of a memory that has such metadata is an internal error",
    RECALL,
    () => matchingUnless((value, wanted) => value !== undefined && wanted === null),
  ),
  fault(
    "metadata-filter-into-null-crashes",
    "errors.no-server-error",
    "a filter that looks into metadata that is null is an internal error",
    RECALL,
    () => matchingUnless((value, wanted) => value === null && isObject(wanted)),
  ),
  fault(
    "metadata-filter-into-text-crashes",
    "errors.no-server-error",
    "a filter that looks into metadata that is a text is an internal error",
    RECALL,
    () => matchingUnless((value, wanted) => typeof value === "string" && isObject(wanted)),
  ),
  fault(
    "recall-min-similarity-of-scores-alone",
    "recall.filters.min-similarity",
    "a least similarity keeps out scores and leaves the hits",
    RECALL,
    () => filteringScores(),
  ),
  fault(
    "recall-min-similarity-of-total",
    "recall.filters.min-similarity",
    "the least similarity is compared with the total",
    RECALL,
    () => rules({ memories: { recall: { minSimilarity: (similarity, wanted) => similarity + 0.1 >= wanted } } }),
  ),
  fault(
    "recall-min-similarity-too-strict",
    "recall.filters.min-similarity",
    "a least similarity keeps out hits that are a quarter above it",
    RECALL,
    () => rules({ memories: { recall: { minSimilarity: (similarity, wanted) => similarity >= 1.25 * wanted } } }),
  ),
  fault(
    "provenance-is-made-when-recalled",
    "consistency.message-views",
    "a provenance message shows the time of the recall as its creation",
    ["recall", "send-message"],
    () =>
      onSuccess("recall", (reply, { at }) =>
        editAt(reply.body, "data.messages[].created_at", () => new Date(at).toISOString()),
      ),
  ),
  fault(
    "recall-second-and-third-change-places",
    "recall.order",
    "the second and the third hit stand in each other's place",
    RECALL,
    () =>
      editingList("recall", "data.hits", ([first, second, third, ...others]) =>
        [first, third, second, ...others].filter((hit) => hit !== undefined),
      ),
  ),
  fault("recall-limited-walk-keeps-the-farthest", "recall.order", "a limited walk keeps its last hits", RECALL, () => ({
    around: (call, next) => {
      const limit = Number(bodyMember(call, "limit"));
      const limited = call.operation === "recall" && bodyMember(call, "seed_id") !== undefined && limit >= 1;
      if (!limited || limit > 100) return next();
      editBody(call, (body) => ({ ...body, limit: 100 }));
      const reply = next();
      if (reply.status === 200) keepLast(asObject(asObject(reply.body as JsonObject).data), limit);
      return reply;
    },
  })),
  fault(
    "recall-unreadable-with-metadata-filter",
    "recall.permissions.hits",
    "a metadata filter recalls memories of all scopes",
    RECALL,
    () => {
      let open = false;
      return together(
        onCall("*", (call) => {
          open = call.operation === "recall" && bodyMember(call, "metadata_filter") !== undefined;
        }),
        rules({ memories: { mayRead: (caller, scopeId) => open || memoryRules.mayRead(caller, scopeId) } }),
      );
    },
  ),
  fault("recall-walk-repeats", "recall.no-repeats", "the second hit of a walk comes twice", RECALL, () =>
    editingList("recall", "data.hits", (hits, call) => {
      const limit = Number(bodyMember(call, "limit") ?? 20);
      return isWalk(call) ? [...hits.slice(0, 2), ...hits.slice(1)].slice(0, limit) : hits;
    }),
  ),
  fault(
    "recall-invalidated-in-walks",
    "recall.filters.invalidated-off",
    "a walk shows invalidated memories",
    RECALL,
    () => wantingInWalks("include_invalidated"),
  ),
  fault("recall-expired-in-walks", "recall.filters.expired-off", "a walk shows expired memories", RECALL, () =>
    wantingInWalks("include_expired"),
  ),
  fault(
    "expand-provenance-of-the-last-pointer",
    "recall.expand.provenance",
    "of several messages that a memory comes from only the last is kept",
    ["recall", "remember"],
    () => onCall("remember", keepingLastPointer),
  ),
  fault(
    "provenance-edge-of-the-last-pointer",
    "memories.remember.provenance-edges",
    "of several sources of a memory only the last is linked with it",
    ["recall", "remember"],
    () => onCall("remember", keepingLastPointer),
  ),
];

function keepingLastPointer(call: Call): void {
  editBody(call, (body) => {
    const { derived_from: pointers } = body;
    return Array.isArray(pointers) ? { ...body, derived_from: pointers.slice(-1) } : body;
  });
}

function wantingInWalks(filter: string): Change {
  return onCall("recall", (call) =>
    editBody(call, (body) =>
      body.seed_id === undefined ? body : { ...body, filters: { ...asObject(body.filters), [filter]: true } },
    ),
  );
}

function filteringScores(): Change {
  return {
    around: (call, next) => {
      let least: unknown;
      if (call.operation === "recall") {
        editBody(call, (body) => {
          const { min_similarity: asked, ...filters } = asObject(body.filters);
          least = asked;
          return body.filters === undefined ? body : { ...body, filters };
        });
      }
      const similar = editingList("recall", "data.scores", (scores) =>
        scores.filter((score) => typeof least !== "number" || Number(member(score, "similarity")) >= least),
      );
      return similar.around?.(call, next) ?? next();
    },
  };
}

function keepLast(data: JsonObject, limit: number): void {
  const hits = Array.isArray(data.hits) ? data.hits.slice(-limit) : [];
  const ids = new Set(hits.map((hit) => member(hit, "id")));
  const scores = Array.isArray(data.scores) ? data.scores : [];
  Object.assign(data, { hits, scores: scores.filter((score) => ids.has(member(score, "memory_id"))) });
}

/** Breaks down over a member of metadata that the filter wants otherwise than it is thought to be. */
function matchingUnless(breaks: (value: unknown, wanted: unknown) => boolean): Change {
  return recalling({
    metadataMatches: (metadata, wanted) => {
      if (Object.keys(wanted).some((name) => breaks(metadata[name], wanted[name]))) throw new Error("cannot compare");
      return memoryRules.recall.metadataMatches(metadata, wanted);
    },
  });
}
