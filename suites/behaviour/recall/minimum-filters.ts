import { asObject, type JsonObject } from "../../../spec/json.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { RunContext } from "../../engine/check/check.ts";

/**
 * Minimum values that include more than a target's own defaults may, the smallest change first. If similarities are
 * below 0, like logarithms, a minimum similarity of 0 excludes all hits.
 */
export const MINIMUM_FILTERS: readonly JsonObject[] = [{ min_confidence: 0 }, { min_confidence: 0, min_similarity: 0 }];

/** The minimum values that all recalls send, once a memory could not be found without them. */
const stateOf = oncePerRun((): { needed: JsonObject } => ({ needed: {} }));

/** Makes later recalls send these minimum values, since the contract leaves the default filters of a target open. */
export function setNeededMinimums(context: RunContext, filters: JsonObject): void {
  stateOf(context).needed = filters;
}

/** Returns true if recalls currently send minimum values. */
export function needsMinimums(context: RunContext): boolean {
  return Object.keys(stateOf(context).needed).length > 0;
}

/** Returns the body with minimum values where it has none. A walk has no similarity. */
export function withMinimums(body: JsonObject, filters: JsonObject): JsonObject {
  const { min_similarity: _, ...withoutSimilarity } = filters;
  const lowest = body.query === undefined ? withoutSimilarity : filters;
  return { ...body, filters: { ...lowest, ...asObject(body.filters) } };
}

/** Returns the body, with minimum values if this target needs them. */
export function withNeededMinimums(context: RunContext, body: JsonObject): JsonObject {
  return needsMinimums(context) ? withMinimums(body, stateOf(context).needed) : body;
}
