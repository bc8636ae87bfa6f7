import type { Json } from "../../spec/json.ts";

/** A made-up word in letters of one alphabet. An index may split or normalize words with other characters. */
const MADE_UP_WORD = /^([a-z]{8,}|[а-я]{8,})$/u;
/** The characters between words: white space, brackets, markdown signs, and punctuation at the end of a word. */
const BETWEEN_WORDS = /[\s*`|>#[\]()"]+|[.,;:!?](?=\s|$)/;

export function isMadeUp(word: Json | undefined): word is string {
  return typeof word === "string" && MADE_UP_WORD.test(word);
}

/** Returns true if the first `indexed` characters of a text contain a made-up word as a whole word. */
export function holdsWord(text: Json | undefined, word: Json | undefined, indexed: number): boolean {
  return typeof text === "string" && isMadeUp(word) && text.slice(0, indexed).split(BETWEEN_WORDS).includes(word);
}

/** Returns true if the first `indexed` characters of a text contain each of these made-up words. */
export function holdsWords(text: Json | undefined, words: Json | undefined, indexed: number): boolean {
  return typeof words === "string" && words.split(" ").every((word) => holdsWord(text, word, indexed));
}

/** Returns true for a text that no service would trim, compose or interpret. */
export function isPlainText(value: unknown): value is string {
  return (
    typeof value === "string" && value !== "" && value.trim() === value && !/[^\p{L}\p{N}\p{P}\p{S} ]/u.test(value)
  );
}
