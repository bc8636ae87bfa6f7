import type { JsonObject } from "../../spec/json.ts";

/** Returns the schema of an object with only these members. */
export function object(properties: Readonly<Record<string, JsonObject>>, required: readonly string[] = []): JsonObject {
  return { type: "object", properties: { ...properties }, required: [...required], additionalProperties: false };
}

/** Schema of a text that is not empty. */
export function text(description: string, more: JsonObject = {}): JsonObject {
  return { type: "string", minLength: 1, maxLength: 10_000, description, ...more };
}

/** Schema of a whole number. */
export function integer(description: string, minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): JsonObject {
  return { type: "integer", minimum, maximum, description };
}

/** Schema of a list. */
export function list(items: JsonObject, description: string, more: JsonObject = {}): JsonObject {
  return { type: "array", items, maxItems: 1000, description, ...more };
}
