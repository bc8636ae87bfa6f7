import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerOfReference, valueAt } from "../pointer.ts";

/** The most references that are followed from one schema. */
const STEPS = 20;

/** Returns a schema merged with the keywords of the schema that it refers to. Its own keywords win. */
export function resolvedSchema(root: JsonObject, schema: JsonObject): JsonObject {
  let resolved = schema;
  for (let step = 0; step < STEPS && typeof resolved.$ref === "string"; step += 1) {
    const { $ref, ...own } = resolved;
    const pointer = pointerOfReference(String($ref));
    const target: Json | undefined = pointer === null ? undefined : valueAt(root, pointer);
    resolved = { ...(isObject(target) ? target : {}), ...own };
  }
  return resolved;
}
