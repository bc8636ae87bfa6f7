import type { Json } from "../../../spec/json.ts";

/**
 * A value as a report can hold it, which is JSON alone: what has no form there is left out, and bytes are reported by their
 * number. A report has to come out whatever a check goes through.
 */
export function asJson(value: unknown): Json {
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, given) {
    // Buffers turn into lists of numbers before they are given here.
    const own = this[key];
    if (own instanceof Uint8Array) return `${own.byteLength} bytes`;
    return typeof given === "bigint" ? String(given) : given;
  });
  return text === undefined ? null : (JSON.parse(text) as Json);
}
