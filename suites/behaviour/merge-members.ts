import type { JsonObject } from "../../spec/json.ts";

/**
 * Merges the members of several bodies into one, so that a single request covers all of them. The last value of a
 * member wins.
 */
export function mergeMembers(bodies: Iterable<JsonObject>): JsonObject {
  return Object.assign({}, ...bodies);
}
