import type { Json } from "../../../spec/json.ts";

/**
 * Returns a value as JSON for a report: members without a JSON form are left out, and bytes are replaced by their
 * number. It must not fail, whatever a check passes in.
 */
export function asJson(value: unknown): Json {
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, given) {
    // A Buffer becomes a list of numbers before it is passed here.
    const own = this[key];
    if (own instanceof Uint8Array) return `${own.byteLength} bytes`;
    return typeof given === "bigint" ? String(given) : given;
  });
  return text === undefined ? null : (JSON.parse(text) as Json);
}
