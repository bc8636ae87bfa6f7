import type { Json, JsonObject } from "../../spec/json.ts";

/**
 * Whether an edge ties a memory without a score to one that has a score: it may stand among the hits as what that one was
 * derived from. Only a memory that is ranked has a score.
 */
export function isBeside(
  id: Json | undefined,
  scored: ReadonlySet<Json | undefined>,
  edges: readonly JsonObject[],
): boolean {
  return edges.some(
    ({ from_id, to_id }) => (from_id === id && scored.has(to_id)) || (to_id === id && scored.has(from_id)),
  );
}
