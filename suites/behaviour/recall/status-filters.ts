import type { JsonObject } from "../../../spec/json.ts";
import { HIDDEN } from "../../models/memory-statuses.ts";
import type { Hidden, Specimen } from "./ended.ts";

/** What a recall asks for, beside its query, of memories that have ended. */
export type Filtered = JsonObject & { readonly filters: JsonObject };

/** A target that is little sure of what is no longer current may leave it out for that alone. */
export const SURE_OR_NOT: JsonObject = { min_confidence: 0 };

/** The same for a memory that has to be found: one that tells no confidence may be kept out by the least of it. */
export function sureOrNot({ tellsConfidence }: Specimen): JsonObject {
  return tellsConfidence ? SURE_OR_NOT : {};
}

/** All three filters said expressly, as their defaults are open. */
export function flags(status: Hidden, own: boolean, others: boolean): JsonObject {
  return Object.fromEntries(Object.entries(HIDDEN).map(([name, filter]) => [filter, name === status ? own : others]));
}

/**
 * What does not ask for them, in two recalls: the filter by itself with a filter of metadata that asks for none, and the filter
 * beside all else. What is related to hits is shown there as well, and may be anything: what is ranked tells.
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
