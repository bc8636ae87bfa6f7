import type { JsonObject } from "../../../spec/json.ts";
import { HIDDEN } from "../../models/memory-statuses.ts";
import type { Hidden, Specimen } from "./ended.ts";

/** The members of a recall of ended memories, except its query. */
export type Filtered = JsonObject & { readonly filters: JsonObject };

/** A target may omit memories that are no longer current because of low confidence. */
export const SURE_OR_NOT: JsonObject = { min_confidence: 0 };

/**
 * Returns the filter for a memory that must be found: a minimum confidence, even 0, may exclude one without a
 * confidence.
 */
export function sureOrNot({ tellsConfidence }: Specimen): JsonObject {
  return tellsConfidence ? SURE_OR_NOT : {};
}

/** Returns all three filters explicitly, since their defaults are open. */
export function flags(status: Hidden, own: boolean, others: boolean): JsonObject {
  return Object.fromEntries(Object.entries(HIDDEN).map(([name, filter]) => [filter, name === status ? own : others]));
}

/**
 * Returns two recalls that exclude a status: one with the filter and an empty metadata filter, and one with everything
 * else. The latter also shows nodes related to hits, which may be of any status, so only ranked hits count.
 */
export function unaskedAtOnce(status: Hidden, beside: JsonObject): Filtered[] {
  return [
    { filters: { [HIDDEN[status]]: false }, metadata_filter: {} },
    {
      filters: { ...flags(status, false, true), min_confidence: 0.01 },
      ...beside,
      expand: ["provenance", "related"],
    },
  ];
}

export function isRelated({ expand }: JsonObject): boolean {
  return Array.isArray(expand) && expand.includes("related");
}
