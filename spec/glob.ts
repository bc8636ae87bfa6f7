/**
 * Returns a test of names by a glob. `*` matches any characters, everything else itself. Each piece is searched once,
 * after the previous one: a regular expression would be very slow for a few stars and a long name.
 */
export function globMatcher(glob: string): (name: string) => boolean {
  const [first = "", ...pieces] = glob.split("*");
  const last = pieces.pop();
  if (last === undefined) return (name) => name === glob;
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    for (const piece of pieces) {
      const found = name.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return at <= name.length - last.length;
  };
}

/** Returns how specific a glob is: its number of literal characters. A name without `*` ranks above every glob. */
export function globSpecificity(glob: string): number {
  const literal = glob.replaceAll("*", "").length;
  return glob.includes("*") ? literal : Number.MAX_SAFE_INTEGER;
}
