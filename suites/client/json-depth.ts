const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The only bit that differs between brackets and braces: `[` and `{`, `]` and `}`. */
const CURL = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * Returns true if the lists and objects of a JSON text nest deeper than the limit. It does not recurse and is safe for
 * any bytes.
 */
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

/** Returns false if there are too few opening brackets and braces, including those in strings: a faster test. */
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
