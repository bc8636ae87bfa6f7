/**
 * Returns true if two texts have two consecutive letters or digits in common. An n-gram index, or a fuzzy match, may
 * then find one by the other.
 */
export function shareLetterPair(text: string, other: string): boolean {
  const forms = formsOf(text);
  return [...pairsOf(other)].some((pair) => forms.some((form) => form.includes(pair)));
}

/** Returns the pairs of neighbouring characters within words, in lower case, in each form that an index may use. */
function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const word of formsOf(text).flatMap((form) => form.match(/[\p{L}\p{N}]+/gu) ?? [])) {
    let before = "";
    for (const letter of word) {
      if (before !== "") pairs.add(before + letter);
      before = letter;
    }
  }
  return pairs;
}

/**
 * Returns the forms of a text: as written, with ligatures decomposed, and without marks and zero-width characters:
 * "ﬁn", "fin".
 */
function formsOf(text: string): readonly string[] {
  if (!/[^\p{ASCII}]/u.test(text)) return [text.toLowerCase()];
  const bare = text.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  return [text.toLowerCase(), text.normalize("NFKC").toLowerCase(), bare.toUpperCase().toLowerCase()];
}
