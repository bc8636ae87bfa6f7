import type { Json } from "./json.ts";

/** Size of a value as compact JSON in UTF-8, in bytes: the measure of `x-max-bytes`. */
export function jsonBytes(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value), "utf8");
}
