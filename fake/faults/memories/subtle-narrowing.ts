import { asObject, type Json } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, when } from "../../changes/hooks.ts";
import type { Call } from "../../http/call.ts";
import type { Rules } from "../../rules.ts";
import { type Fault, fault } from "../fault.ts";
import { shownKey } from "../tools.ts";
import { editing, editingFilters, editingHits, isWalk, RECALL, recalling } from "./recalling.ts";

const filtersOf = (call: Call) => asObject(bodyMember(call, "filters") as Json);
const matchingBut = (isIgnored: (value: unknown) => boolean): Rules["memories"]["recall"]["metadataMatches"] => {
  return (metadata, wanted) =>
    Object.entries(wanted).every(([name, value]) => isIgnored(value) || metadata[name] === value);
};

/** Faults of what narrows a recall, its scope, filters and metadata, that show for some values or beside other members. */
export const subtleNarrowingFaults: readonly Fault[] = [
  fault(
    "recall-scope-beside-filter-ignored",
    "recall.scope",
    "the scope is ignored beside a metadata filter",
    RECALL,
    () => withoutScope((call) => bodyMember(call, "metadata_filter") !== undefined),
  ),
  fault(
    "recall-scope-beside-related-ignored",
    "recall.scope",
    "the scope is ignored where related nodes are expanded",
    RECALL,
    () =>
      withoutScope((call) => {
        const expand = bodyMember(call, "expand");
        return Array.isArray(expand) && expand.includes("related");
      }),
  ),
  fault("recall-scope-beside-filters-ignored", "recall.scope", "the scope is ignored beside filters", RECALL, () =>
    withoutScope((call) => bodyMember(call, "filters") !== undefined),
  ),
  fault("recall-scope-beside-limit-ignored", "recall.scope", "the scope is ignored beside a limit", RECALL, () =>
    withoutScope((call) => bodyMember(call, "limit") !== undefined),
  ),
  fault("recall-unknown-scope-ignored", "recall.scope", "a scope that does not exist restricts nothing", RECALL, () =>
    onCall("recall", (call) => {
      const scopes = shownKey(call)?.workspace.directory.scopes;
      const scope = bodyMember(call, "scope_id");
      if (typeof scope === "string" && scopes?.has(scope) === false)
        editBody(call, ({ scope_id: _scope, ...body }) => body);
    }),
  ),
  fault(
    "recall-min-confidence-1-ignored",
    "recall.filters.min-confidence",
    "a least confidence of 1 is ignored",
    RECALL,
    () => editingFilters((filters) => (filters.min_confidence === 1 ? { ...filters, min_confidence: 0 } : filters)),
  ),
  fault(
    "recall-min-confidence-exclusive-in-scope",
    "recall.filters.min-confidence",
    "in a named scope, hits of exactly the least confidence are left out",
    RECALL,
    () =>
      when(
        (call) => call.operation === "recall" && bodyMember(call, "scope_id") !== undefined,
        recalling({ minConfidence: (memory, wanted) => memory.confidence > wanted }),
      ),
  ),
  fault(
    "recall-min-confidence-ignored-in-walks",
    "recall.filters.min-confidence",
    "a walk has no least confidence",
    RECALL,
    () =>
      editing(
        (call) => isWalk(call) && "min_confidence" in filtersOf(call),
        (body) => ({ ...body, filters: { ...asObject(body.filters), min_confidence: 0 } }),
      ),
  ),
  fault(
    "recall-min-confidence-in-tenths",
    "recall.filters.min-confidence",
    "the least confidence is rounded down to tenths",
    RECALL,
    () =>
      editingFilters((filters) =>
        typeof filters.min_confidence === "number"
          ? { ...filters, min_confidence: Math.floor(filters.min_confidence * 10) / 10 }
          : filters,
      ),
  ),
  fault(
    "recall-superseded-with-expired",
    "recall.filters.superseded-off",
    "asking for expired memories shows superseded ones",
    RECALL,
    () =>
      editingFilters((filters) =>
        filters.include_expired === true ? { ...filters, include_superseded: true } : filters,
      ),
  ),
  fault(
    "recall-expired-with-invalidated",
    "recall.filters.expired-off",
    "asking for invalidated memories shows expired ones",
    RECALL,
    () =>
      editingFilters((filters) =>
        filters.include_invalidated === true ? { ...filters, include_expired: true } : filters,
      ),
  ),
  fault(
    "recall-shows-what-lapsed-soon",
    "recall.filters.expired-off",
    "what has lapsed after a short life is recalled, wanted or not",
    RECALL,
    () => {
      let unwanted = false;
      return together(
        editingFilters((filters) => {
          unwanted = filters.include_expired !== true;
          return { ...filters, include_expired: true };
        }),
        editingHits((hits) =>
          hits.map(asObject).filter((hit) => !unwanted || hit.status !== "expired" || Number(hit.ttl_seconds) <= 60),
        ),
      );
    },
  ),
  fault("recall-superseded-in-walks", "recall.filters.superseded-off", "a walk shows superseded memories", RECALL, () =>
    editing(isWalk, (body) => ({ ...body, filters: { ...asObject(body.filters), include_superseded: true } })),
  ),
  fault(
    "recall-superseded-alone",
    "recall.filters.superseded",
    "superseded memories are shown only where no other sort is asked for",
    RECALL,
    () =>
      editingFilters((filters) =>
        filters.include_expired === true || filters.include_invalidated === true
          ? { ...filters, include_superseded: false }
          : filters,
      ),
  ),
  fault(
    "recall-metadata-filter-ignored-in-walks",
    "recall.metadata-filter",
    "a walk knows no metadata filter",
    RECALL,
    () => editing(isWalk, ({ metadata_filter: _filter, ...body }) => body),
  ),
  fault(
    "recall-metadata-filter-beside-filters",
    "recall.metadata-filter",
    "the metadata filter is ignored beside filters",
    RECALL,
    () =>
      editing(
        (call) => bodyMember(call, "filters") !== undefined,
        ({ metadata_filter: _filter, ...body }) => body,
      ),
  ),
  fault(
    "recall-metadata-filter-beside-scope",
    "recall.metadata-filter",
    "the metadata filter is ignored beside a scope",
    RECALL,
    () =>
      editing(
        (call) => bodyMember(call, "scope_id") !== undefined,
        ({ metadata_filter: _filter, ...body }) => body,
      ),
  ),
  fault(
    "recall-metadata-filter-of-truth-values",
    "recall.metadata-filter",
    "a metadata filter looks at words and numbers alone",
    RECALL,
    () => recalling({ metadataMatches: matchingBut((value) => typeof value === "boolean") }),
  ),
  fault(
    "recall-metadata-filter-of-numbers",
    "recall.metadata-filter",
    "a metadata filter looks at no numbers",
    RECALL,
    () => recalling({ metadataMatches: matchingBut((value) => typeof value === "number") }),
  ),
  fault(
    "recall-metadata-filter-of-ascii-alone",
    "recall.metadata-filter",
    "a metadata filter finds no word with a letter outside ASCII",
    RECALL,
    () =>
      recalling({
        metadataMatches: (metadata, wanted) =>
          Object.entries(wanted).every(
            ([name, value]) => metadata[name] === value && !/[^\0-\x7f]/.test(String(value)),
          ),
      }),
  ),
  fault(
    "recall-metadata-filter-first-alone",
    "recall.metadata-filter",
    "only the first name of a metadata filter is looked at",
    RECALL,
    () =>
      recalling({
        metadataMatches: (metadata, wanted) =>
          Object.entries(wanted)
            .slice(0, 1)
            .every(([name, value]) => metadata[name] === value),
      }),
  ),
];

/** Drops the scope of some recalls, when the caller may read it. */
export function withoutScope(holds: (call: Call) => boolean): Change {
  return onCall("recall", (call) => {
    const key = shownKey(call);
    if (holds(call) && key?.workspace.directory.may("CAN_READ", String(bodyMember(call, "scope_id")), key.agent.id))
      editBody(call, ({ scope_id: _scope, ...body }) => body);
  });
}
