import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, rules } from "../../changes/hooks.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList } from "../tools.ts";
import { editing, expands, RECALL } from "./recalling.ts";
import { filtering, lax, SEARCH, usual } from "./searching.ts";

const isFar = (call: Call) => Number(bodyMember(call, "depth")) > 1;
const isPlain = (call: Call) => call.operation === "recall" && bodyMember(call, "limit") === undefined;
const relates = (call: Call) => bodyMember(call, "query") !== undefined && expands(call, "related");

const endedAsWell = (call: Call) => asObject(bodyMember(call, "filters") as Json).include_superseded === true;
const byMetadata = (call: Call) => bodyMember(call, "metadata_filter") !== undefined;

const has = (name: string) => (call: Call) => bodyMember(call, name) !== undefined;
const withFilter = (body: JsonObject, name: string, value: boolean): JsonObject => ({
  ...body,
  filters: { ...asObject(body.filters), [name]: value },
});

const without =
  (least: "min_confidence" | "min_similarity") =>
  (body: JsonObject): JsonObject => {
    if (!isObject(body.filters)) return body;
    const { [least]: _least, ...filters } = body.filters;
    return { ...body, filters };
  };

/** Faults of memories that show beside something else alone: another filter, more steps, related nodes, no limit. */
export const besideMemoryFaults: readonly Fault[] = [
  fault(
    "memory-status-ignored-beside-scope",
    "memories.search.status",
    "a status that is not the usual one is ignored beside a scope",
    SEARCH,
    () => lax("status", (query) => query.has("scope_id") && !["current", null].includes(query.get("status"))),
  ),
  fault(
    "memory-any-status-beside-kind-and-text",
    "memories.search.default-status",
    "a search by kind and text that names no status finds memories of every status",
    SEARCH,
    () => lax("status", (query) => !query.has("status") && query.has("kind") && query.has("q")),
  ),
  fault(
    "memory-text-in-origin",
    "memories.search.text-content-only",
    "the text filter looks at the organization and the hash of the content too",
    SEARCH,
    () =>
      filtering({
        text: (stored, wanted) =>
          usual.text(stored, wanted) || `${stored.memory.org_id} ${stored.memory.content_hash}`.includes(wanted),
      }),
  ),
  ...(
    [
      ["superseded", "scope_id", "a scope"],
      ["invalidated", "metadata_filter", "a metadata filter"],
      ["expired", "expand", "what is to be expanded"],
    ] as const
  ).flatMap(([status, other, title]) => [
    fault(
      `recall-${status}-never-beside-${other}`,
      `recall.filters.${status}`,
      `what is ${status} is never shown beside ${title}`,
      RECALL,
      () => editing(has(other), (body) => withFilter(body, `include_${status}`, false)),
    ),
    fault(
      `recall-${status}-always-beside-${other}`,
      `recall.filters.${status}-off`,
      `what is ${status} is always shown beside ${title}`,
      RECALL,
      () => editing(has(other), (body) => withFilter(body, `include_${status}`, true)),
    ),
  ]),
  fault(
    "walk-confidence-at-one-step",
    "recall.filters.min-confidence",
    "a walk of several steps has no least confidence",
    RECALL,
    () => editing(isFar, without("min_confidence")),
  ),
  fault(
    "walk-metadata-at-one-step",
    "recall.metadata-filter",
    "a walk of several steps heeds no metadata filter",
    RECALL,
    () => editing(isFar, ({ metadata_filter: _filter, ...body }) => body),
  ),
  fault(
    "recall-confidence-beside-ended",
    "recall.filters.min-confidence",
    "a query that includes what is superseded has no least confidence",
    RECALL,
    () => editing(endedAsWell, without("min_confidence")),
  ),
  fault(
    "recall-confidence-beside-metadata",
    "recall.filters.min-confidence",
    "a query with a metadata filter has no least confidence",
    RECALL,
    () => editing(byMetadata, without("min_confidence")),
  ),
  fault(
    "recall-similarity-beside-ended",
    "recall.filters.min-similarity",
    "a query that includes what is superseded has no least similarity",
    RECALL,
    () => editing(endedAsWell, without("min_similarity")),
  ),
  fault(
    "recall-similarity-beside-metadata",
    "recall.filters.min-similarity",
    "a query with a metadata filter has no least similarity",
    RECALL,
    () => editing(byMetadata, without("min_similarity")),
  ),
  fault(
    "recall-similarity-beside-scope",
    "recall.filters.min-similarity",
    "a query in a scope has no least similarity",
    RECALL,
    () => editing((call) => bodyMember(call, "scope_id") !== undefined, without("min_similarity")),
  ),
  fault("walk-scope-at-one-step", "recall.scope", "a walk of several steps heeds no scope", RECALL, () =>
    editing(isFar, ({ scope_id: _scope, ...body }) => body),
  ),
  fault(
    "recall-metadata-ignored-beside-related",
    "recall.metadata-filter",
    "a query with related nodes heeds no metadata filter",
    RECALL,
    () => editing(relates, ({ metadata_filter: _filter, ...body }) => body),
  ),
  fault(
    "recall-stray-score-without-limit",
    "recall.scores.per-hit",
    "a query without a limit has a score too many",
    RECALL,
    () =>
      editingList("recall", "data.scores", (scores, call) =>
        isPlain(call) && scores.length > 0
          ? [...scores, { ...asObject(scores[0]), memory_id: "another-memory" }]
          : scores,
      ),
  ),
  fault(
    "recall-everywhere-without-limit",
    "recall.permissions.hits",
    "a recall without a limit finds memories of every scope",
    RECALL,
    () => {
      let open = false;
      return together(
        onCall("*", (call) => {
          open = isPlain(call);
        }),
        rules({ memories: { mayRead: (caller, scopeId) => open || memoryRules.mayRead(caller, scopeId) } }),
      );
    },
  ),
  fault(
    "refused-claim-kept-as-invalidated",
    "memories.remember.refused-without-effect",
    "a claim that is refused for its confidence is kept as one that is invalidated",
    ["remember", ...SEARCH],
    keepingAsInvalidated,
  ),
];

function keepingAsInvalidated(): Change {
  return {
    around: (call, next) => {
      const reply = next();
      const confidence = bodyMember(call, "confidence");
      if (call.operation !== "remember" || reply.status !== 400 || typeof confidence !== "number") return reply;
      const { refusal } = call;
      editBody(call, ({ confidence: _confidence, ...body }) => body);
      const kept = next();
      call.refusal = refusal;
      const { id } = asObject(asObject(kept.body as Json).data);
      const stored = call.caller?.workspace.memories.get(String(id));
      if (stored !== undefined) stored.memory.status = "invalidated";
      return reply;
    },
  };
}
