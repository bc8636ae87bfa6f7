import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";

/**
 * Returns the index of the branch of an `anyOf` that is not null, if the `anyOf` has exactly null and one other
 * schema.
 */
export function nullableBranch(branches: Json | undefined): number | null {
  if (!Array.isArray(branches) || branches.length !== 2) return null;
  const [first, second] = branches.map(isNull);
  if (first === second) return null;
  return first ? 1 : 0;
}

/** Returns the schema of values that are not null: the other branch if it is a choice between null and something. */
export function withoutNull(schema: JsonObject): JsonObject {
  const branch = nullableBranch(schema.anyOf);
  const other = branch === null ? undefined : (schema.anyOf as Json[])[branch];
  return isObject(other) ? other : schema;
}

function isNull(schema: Json): boolean {
  return isObject(schema) && schema.type === "null";
}
