import { seedOf } from "../../generators/seed.ts";
import type { Json } from "../../spec/json.ts";

/** One body in this many is indented, and one has its non-ASCII characters escaped. */
const ONE_IN = 6;
/** The longest body, in characters, that is written in another form: a server may count the bytes of a long one. */
const MAX_CHARACTERS = 1_000;

const NOT_ASCII = /[^\0-\x7e]/g;

/**
 * Returns JSON as clients in several languages write it: compact, indented, or in ASCII only. A server reads the same
 * value from each. The form depends on the content, so that a repeated request has the same bytes.
 */
export function jsonText(body: Json): string {
  const compact = JSON.stringify(body);
  if (compact.length > MAX_CHARACTERS) return compact;
  const share = Math.abs(seedOf(compact)) % ONE_IN;
  if (share === 0) return JSON.stringify(body, null, 2);
  return share === 1 ? compact.replace(NOT_ASCII, escaped) : compact;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
