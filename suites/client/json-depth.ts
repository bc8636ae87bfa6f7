const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The one bit in which brackets and braces differ: `[` and `{`, `]` and `}`. */
const CURL = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** True when the lists and objects of a JSON text nest deeper than that, found without recursion: safe for any bytes. */
export function nestsDeeper(bytes: Uint8Array, limit: number): boolean {
  if (!mayNestDeeper(bytes, limit)) return false;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (inText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if ((byte | CURL) === OPENING) {
      depth += 1;
      if (depth > limit) return true;
    } else if ((byte | CURL) === CLOSING) depth -= 1;
  }
  return false;
}

/** False where there are not this many beginnings of lists and objects, texts included: found faster than their depth. */
function mayNestDeeper(bytes: Uint8Array, limit: number): boolean {
  if (bytes.length <= limit) return false;
  let left = limit;
  for (const beginning of [OPENING, OPENING ^ CURL]) {
    for (let at = bytes.indexOf(beginning); at >= 0; at = bytes.indexOf(beginning, at + 1)) {
      if (left === 0) return true;
      left -= 1;
    }
  }
  return false;
}
