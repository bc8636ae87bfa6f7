import type { Json, JsonObject } from "../../spec/json.ts";
import { jsonBytes } from "../../spec/json-bytes.ts";
import { textOfLength } from "./text.ts";

/** Size by the most generous measure in use: indented by four, everything outside ASCII escaped. */
export function generousBytes(value: Json): number {
  return [...JSON.stringify(value, null, 4)].reduce((sum, char) => sum + escapedLength(char), 0);
}

/** The name of the member that {@link objectOfBytes} fills. */
const MEMBER = "filler";

/**
 * Returns an object with one text member whose compact JSON has exactly that many bytes; undefined if that is too few.
 */
export function objectOfBytes(bytes: number): JsonObject | undefined {
  const frame = jsonBytes({ [MEMBER]: "" });
  return bytes < frame ? undefined : { [MEMBER]: textOfLength(bytes - frame) };
}

/** Returns the largest such object that is within the bound by the most generous measure too. */
export function objectWithinBytes(bytes: number): JsonObject | undefined {
  const frame = generousBytes({ [MEMBER]: "" });
  return bytes < frame ? undefined : { [MEMBER]: textOfLength(bytes - frame) };
}

function escapedLength(char: string): number {
  const units = char.length;
  return char.charCodeAt(0) < 128 ? units : units * "\\uXXXX".length;
}
