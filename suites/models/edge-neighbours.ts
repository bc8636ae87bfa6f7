import type { Json, JsonObject } from "../../spec/json.ts";

/**
 * Returns true if an edge connects a memory without a score to one with a score. Only ranked memories have scores; this
 * one may be among the hits because the other was derived from it.
 */
export function isConnectedToScored(
  id: Json | undefined,
  scored: ReadonlySet<Json | undefined>,
  edges: readonly JsonObject[],
): boolean {
  return edges.some(
    ({ from_id, to_id }) => (from_id === id && scored.has(to_id)) || (to_id === id && scored.has(from_id)),
  );
}
