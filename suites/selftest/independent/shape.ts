/** A JSON value. */
export type Value = null | boolean | number | string | Value[] | JsonObject;

/** A JSON object. */
export type JsonObject = { [name: string]: Value };

/** Returns the object without undefined members: this server omits members without a value. */
export function bag(members: Record<string, Value | undefined>): JsonObject {
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) result[name] = value;
  return result;
}

/** Returns true for an object that is neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
