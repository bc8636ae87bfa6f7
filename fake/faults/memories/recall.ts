import { asObject, type Json } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess } from "../../changes/hooks.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { copyOf, editingList, member, refusingWhen, shownKey } from "../tools.ts";
import { editingFilters, editingHits, isWalk, RECALL, readingWhen, recalling } from "./recalling.ts";

const editingScores = (edit: (scores: Json[], call: Call) => Json[]): Change =>
  editingList("recall", "data.scores", edit);

const madeAt = (memory: Json) => Date.parse(String(asObject(memory).created_at));

/** Faults of recall's hits and scores. */
export const recallFaults: readonly Fault[] = [
  fault(
    "recall-scores-what-it-hides",
    "recall.scores.per-hit",
    "a recall without a hit scores the newest memory of the workspace",
    RECALL,
    () =>
      editingScores((scores, call) => {
        const newest = [...(call.caller?.workspace.memories.all() ?? [])].at(-1)?.memory;
        if (scores.length > 0 || isWalk(call) || newest === undefined) return scores;
        const parts = { similarity: 0.5, confidence_bonus: 0, recency_penalty: 0, supersession_penalty: 0 };
        return [{ memory_id: newest.id, ...parts, total: 0.5 }];
      }),
  ),
  fault("recall-with-expand-refused", "recall.succeeds", "a walk with filters is refused", RECALL, () =>
    refusingWhen("recall", (call) => isWalk(call) && bodyMember(call, "filters") !== undefined),
  ),
  fault("recall-empty-expand-refused", "recall.succeeds", "a recall with a scope is refused", RECALL, () =>
    refusingWhen("recall", (call) => bodyMember(call, "scope_id") !== undefined),
  ),
  fault("recall-limit-ignored", "recall.limit", "the limit of a recall is ignored", RECALL, () =>
    onCall("recall", (call) => {
      if (Number(bodyMember(call, "limit")) < 20 && Number(bodyMember(call, "limit")) > 0)
        editBody(call, ({ limit: _limit, ...body }) => body);
    }),
  ),
  fault("recall-limit-off-by-one", "recall.limit", "one hit more comes than asked for", RECALL, () =>
    onCall("recall", (call) => {
      const limit = bodyMember(call, "limit");
      if (typeof limit === "number" && limit > 0 && limit < 100)
        editBody(call, (body) => ({ ...body, limit: limit + 1 }));
    }),
  ),
  fault("recall-exact-not-found", "recall.finds", "the memory whose content is the query is left out", RECALL, () =>
    editingHits((hits, call) => hits.filter((hit) => member(hit, "content") !== bodyMember(call, "query"))),
  ),
  fault("recall-new-not-found", "recall.finds", "memories of the last minute are not embedded yet", RECALL, () =>
    editingHits((hits, call) =>
      isWalk(call) ? hits : hits.filter((hit) => call.at - Date.parse(String(member(hit, "created_at"))) > 60_000),
    ),
  ),
  fault("recall-worst-first", "recall.order", "hits stand in rising total", RECALL, () =>
    recalling({ compare: (a, b) => a.total - b.total }),
  ),
  fault("recall-newest-first", "recall.order", "hits stand newest first, whatever their total", RECALL, () =>
    editingHits((hits) => hits.toSorted((one, other) => madeAt(other) - madeAt(one))),
  ),
  fault("recall-one-score-missing", "recall.scores.per-hit", "the last hit has no score", RECALL, () =>
    editingScores((scores) => scores.slice(0, -1)),
  ),
  fault("recall-score-twice", "recall.scores.per-hit", "the first hit has two scores", RECALL, () =>
    editingScores((scores) => [...scores.slice(0, 1), ...scores]),
  ),
  fault("recall-score-of-no-hit", "recall.scores.per-hit", "a score belongs to no hit", RECALL, () =>
    editingScores((scores) => [
      ...scores,
      ...scores.slice(0, 1).map((score) => ({ ...asObject(score), memory_id: "another-memory" })),
    ]),
  ),
  fault("recall-scope-ignored", "recall.scope", "the scope of a recall is ignored", RECALL, () =>
    onCall("recall", (call) => {
      const key = shownKey(call);
      if (key?.workspace.directory.may("CAN_READ", String(bodyMember(call, "scope_id")), key.agent.id))
        editBody(call, ({ scope_id: _scope, ...body }) => body);
    }),
  ),
  fault("recall-scope-ignored-in-walks", "recall.scope", "the scope of a walk is ignored", RECALL, () =>
    onCall("recall", (call) => {
      const key = shownKey(call);
      if (isWalk(call) && key?.workspace.directory.may("CAN_READ", String(bodyMember(call, "scope_id")), key.agent.id))
        editBody(call, ({ scope_id: _scope, ...body }) => body);
    }),
  ),
  fault(
    "recall-min-confidence-ignored",
    "recall.filters.min-confidence",
    "the least confidence is ignored",
    RECALL,
    () => recalling({ minConfidence: () => true }),
  ),
  fault(
    "recall-min-confidence-exclusive",
    "recall.filters.min-confidence",
    "hits of exactly the least confidence are left out",
    RECALL,
    () => recalling({ minConfidence: (memory, wanted) => memory.confidence > wanted }),
  ),
  fault(
    "recall-min-similarity-ignored",
    "recall.filters.min-similarity",
    "the least similarity is ignored",
    RECALL,
    () => recalling({ minSimilarity: () => true }),
  ),
  fault(
    "recall-min-similarity-halved",
    "recall.filters.min-similarity",
    "half the least similarity is enough",
    RECALL,
    () => recalling({ minSimilarity: (similarity, wanted) => similarity >= wanted / 2 }),
  ),
  fault(
    "recall-min-similarity-exclusive",
    "recall.filters.min-similarity",
    "hits of exactly the least similarity are left out",
    RECALL,
    () => recalling({ minSimilarity: (similarity, wanted) => similarity > wanted }),
  ),
  fault("recall-superseded-never", "recall.filters.superseded", "superseded memories are never shown", RECALL, () =>
    editingFilters(({ include_superseded: _flag, ...filters }) => filters),
  ),
  fault(
    "recall-superseded-always",
    "recall.filters.superseded-off",
    "superseded memories are always shown",
    RECALL,
    () => recalling({ hiddenStatuses: new Set(["invalidated", "expired"]) }),
  ),
  fault("recall-invalidated-never", "recall.filters.invalidated", "invalidated memories are never shown", RECALL, () =>
    editingFilters(({ include_invalidated: _flag, ...filters }) => filters),
  ),
  fault(
    "recall-invalidated-always",
    "recall.filters.invalidated-off",
    "invalidated memories are always shown",
    RECALL,
    () => recalling({ hiddenStatuses: new Set(["superseded", "expired"]) }),
  ),
  fault(
    "recall-invalidated-with-superseded",
    "recall.filters.invalidated-off",
    "asking for superseded memories shows invalidated ones",
    RECALL,
    () =>
      editingFilters((filters) => ({
        ...filters,
        include_invalidated: filters.include_superseded === true || filters.include_invalidated === true,
      })),
  ),
  fault("recall-expired-never", "recall.filters.expired", "expired memories are never shown", RECALL, () =>
    editingFilters(({ include_expired: _flag, ...filters }) => filters),
  ),
  fault("recall-expired-always", "recall.filters.expired-off", "expired memories are always shown", RECALL, () =>
    recalling({ hiddenStatuses: new Set(["superseded", "invalidated"]) }),
  ),
  fault("recall-metadata-filter-ignored", "recall.metadata-filter", "the metadata filter is ignored", RECALL, () =>
    recalling({ metadataMatches: () => true }),
  ),
  fault(
    "recall-metadata-filter-first-two",
    "recall.metadata-filter",
    "a metadata filter looks at two of its values",
    RECALL,
    () =>
      recalling({
        metadataMatches: (metadata, wanted) =>
          Object.entries(wanted)
            .slice(0, 2)
            .every(([name, value]) => metadata[name] === value),
      }),
  ),
  fault(
    "recall-metadata-filter-any",
    "recall.metadata-filter",
    "one value of the metadata filter is enough",
    RECALL,
    () =>
      recalling({
        metadataMatches: (metadata, wanted) =>
          Object.keys(wanted).length === 0 || Object.entries(wanted).some(([name, value]) => metadata[name] === value),
      }),
  ),
  fault(
    "recall-metadata-filter-keys",
    "recall.metadata-filter",
    "the metadata filter looks at names alone",
    RECALL,
    () =>
      recalling({
        metadataMatches: (metadata, wanted) => Object.keys(wanted).every((name) => Object.hasOwn(metadata, name)),
      }),
  ),
  fault(
    "recall-metadata-filter-finds-nothing",
    "recall.metadata-filter",
    "a metadata filter finds nothing",
    RECALL,
    () => recalling({ metadataMatches: (_metadata, wanted) => Object.keys(wanted).length === 0 }),
  ),
];

/** Faults of what recall shows to whom. */
export const recallPermissionFaults: readonly Fault[] = [
  fault("recall-unreadable-hits", "recall.permissions.hits", "a recall by query looks through all scopes", RECALL, () =>
    readingWhen((call) => !isWalk(call) && bodyMember(call, "scope_id") === undefined),
  ),
  fault(
    "walk-to-unreadable",
    "recall.permissions.walk",
    "a walk shows memories of scopes that may not be read",
    RECALL,
    () => readingWhen((call) => isWalk(call) && !isUnreadableSeed(call)),
  ),
  fault(
    "walk-from-unreadable",
    "recall.permissions.walk",
    "a walk may start from a memory that may not be read",
    RECALL,
    () => readingWhen((call) => isWalk(call) && isUnreadableSeed(call)),
  ),
  fault("edges-to-unreadable", "recall.permissions.edges", "edges lead to memories that may not be read", RECALL, () =>
    showingAllEdges(),
  ),
  fault(
    "recall-unreadable-scope",
    "recall.permissions.scope",
    "naming a scope in a recall lets it be read",
    RECALL,
    () => readingWhen((call) => bodyMember(call, "scope_id") !== undefined),
  ),
  fault(
    "provenance-of-foreign-channels",
    "recall.permissions.messages",
    "provenance messages come from any channel",
    RECALL,
    () => recalling({ mayShowMessage: ({ workspace }, id) => workspace.directory.channels.has(id) }),
  ),
];

function isUnreadableSeed(call: Call): boolean {
  const key = shownKey(call);
  const seed = key?.workspace.memories.get(String(bodyMember(call, "seed_id")));
  return (
    key !== undefined && seed !== undefined && !key.workspace.directory.may("CAN_READ", seed.scopeId, key.agent.id)
  );
}

/** Adds every edge of a hit, wherever it leads. */
function showingAllEdges(): Change {
  return onSuccess("recall", (reply, call) => {
    const edges = call.caller?.workspace.memories.edges;
    const data = asObject(reply.body.data);
    if (edges === undefined || !Array.isArray(data.hits)) return;
    const all = data.hits.flatMap((hit) => edges.at(String(member(hit, "id"))));
    data.edges = [...new Set(all)].map(copyOf);
  });
}
