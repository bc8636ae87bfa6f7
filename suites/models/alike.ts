/**
 * Have two texts two letters or digits in sequence in common? Indexes of n-grams find one by the other, and so may a fuzzy
 * match: only texts that are not alike have nothing in common.
 */
export function areAlike(text: string, other: string): boolean {
  const forms = formsOf(text);
  return [...pairsOf(other)].some((pair) => forms.some((form) => form.includes(pair)));
}

/** Neighbours within a word, without regard to case, in each form that an index may keep it in. */
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

/** As it is written, with signs like ligatures taken apart, and without marks and what has no width: "ﬁn", "fin". */
function formsOf(text: string): readonly string[] {
  if (!/[^\p{ASCII}]/u.test(text)) return [text.toLowerCase()];
  const bare = text.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  return [text.toLowerCase(), text.normalize("NFKC").toLowerCase(), bare.toUpperCase().toLowerCase()];
}
