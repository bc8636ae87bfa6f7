/**
 * A test for names by a glob in which `*` stands for any characters; everything else stands for itself. A pattern would
 * take ages for a few stars and a long name: each piece is looked for once, behind the one before.
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

/** How narrowly a glob picks: the number of characters that it spells out; a name without `*` beats every glob. */
export function globSpecificity(glob: string): number {
  const literal = glob.replaceAll("*", "").length;
  return glob.includes("*") ? literal : Number.MAX_SAFE_INTEGER;
}
