/** In scripts without spaces each letter is a word; otherwise a word is a run of letters, digits and marks. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}])+|\p{Extended_Pictographic}/gu;

/** Returns the words of a text, ignoring case and compatibility forms; emoji are separate words. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORDS) ?? [];
}
