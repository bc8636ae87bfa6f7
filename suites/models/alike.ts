/**
 * Have two texts two letters or digits in sequence in common? Indexes of n-grams find one by the other, and so may a fuzzy
 * match: only texts that are not alike have nothing in common.
 */
export function areAlike(text: string, other: string): boolean {
  const pairs = pairsOf(text);
  return [...pairsOf(other)].some((pair) => pairs.has(pair));
}

/** Neighbours within a word, without regard to case. */
function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let before = "";
    for (const letter of word) {
      if (before !== "") pairs.add(before + letter);
      before = letter;
    }
  }
  return pairs;
}
