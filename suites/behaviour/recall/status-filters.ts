import type { JsonObject } from "../../../spec/json.ts";
import { HIDDEN } from "../../models/memory-statuses.ts";
import type { EndedMemory, EndedStatus } from "./ended-memories.ts";

/** The members of a recall of ended memories, except its query. */
export type RecallBody = JsonObject & { readonly filters: JsonObject };

/** A target may omit memories that are no longer current because of low confidence. */
export const ANY_CONFIDENCE: JsonObject = { min_confidence: 0 };

/**
 * Returns the filter for a memory that must be found: a minimum confidence, even 0, may exclude one without a
 * confidence.
 */
export function anyConfidenceFor({ showsConfidence }: EndedMemory): JsonObject {
  return showsConfidence ? ANY_CONFIDENCE : {};
}

/** Returns all three filters explicitly, since their defaults are open. */
export function statusFilters(status: EndedStatus, value: boolean, otherValues: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(HIDDEN).map(([name, filter]) => [filter, name === status ? value : otherValues]),
  );
}

/**
 * Returns two recalls that exclude a status: one with the filter and an empty metadata filter, and one with everything
 * else. The latter also shows nodes related to hits, which may be of any status, so only ranked hits count.
 */
export function excludingBodies(status: EndedStatus, otherMembers: JsonObject): RecallBody[] {
  return [
    { filters: { [HIDDEN[status]]: false }, metadata_filter: {} },
    {
      filters: { ...statusFilters(status, false, true), min_confidence: 0.01 },
      ...otherMembers,
      expand: ["provenance", "related"],
    },
  ];
}

export function expandsRelated({ expand }: JsonObject): boolean {
  return Array.isArray(expand) && expand.includes("related");
}
