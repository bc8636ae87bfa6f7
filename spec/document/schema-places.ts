import type { JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerOfReference, valueAt } from "../pointer.ts";
import { walkSchema } from "./schema-walk.ts";

/** Returns the given places and all that references lead to from them, each once, in order of discovery. */
export function reachableSchemas(root: JsonObject, places: Iterable<string>): string[] {
  const found = new Set(places);
  for (const place of found) {
    walkSchema(valueAt(root, place) ?? null, place, (schema) => {
      const target = isObject(schema) && typeof schema.$ref === "string" ? pointerOfReference(schema.$ref) : null;
      if (target !== null && valueAt(root, target) !== undefined) found.add(target);
    });
  }
  return [...found];
}
