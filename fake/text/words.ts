/** Scripts written without blanks count each letter as a word; elsewhere a word is a run of letters, digits and marks. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}])+|\p{Extended_Pictographic}/gu;

/** The words of a text, without regard to case and compatibility forms; emoji are words of their own. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORDS) ?? [];
}
