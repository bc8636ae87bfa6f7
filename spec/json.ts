/** A value that JSON text can carry. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { [member: string]: Json };

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All texts in a value, at any depth; member names are not included. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the value if it is an object, otherwise an empty object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
