import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";

/** Index of the branch of an `anyOf` that is not null, where it lets a value be null or what one other schema says. */
export function nullableBranch(branches: Json | undefined): number | null {
  if (!Array.isArray(branches) || branches.length !== 2) return null;
  const [first, second] = branches.map(isNull);
  if (first === second) return null;
  return first ? 1 : 0;
}

/** What a schema says of values that are not null: the other branch, where it is a choice between null and something. */
export function withoutNull(schema: JsonObject): JsonObject {
  const branch = nullableBranch(schema.anyOf);
  const other = branch === null ? undefined : (schema.anyOf as Json[])[branch];
  return isObject(other) ? other : schema;
}

function isNull(schema: Json): boolean {
  return isObject(schema) && schema.type === "null";
}
