import type { Json } from "../../spec/json.ts";

/** A word that was made up, in letters of one alphabet: of others an index may make anything. */
const MADE_UP = /^([a-z]{8,}|[а-я]{8,})$/u;
/** What stands between words: white space, brackets, signs of markdown, and those that end a sentence. */
const BETWEEN_WORDS = /[\s*`|>#[\]()"]+|[.,;:!?](?=\s|$)/;

export function isMadeUp(word: Json | undefined): word is string {
  return typeof word === "string" && MADE_UP.test(word);
}

/** True for a text that holds a made-up word within its first characters, so many, with signs or white space around it. */
export function holdsWord(text: Json | undefined, word: Json | undefined, indexed: number): boolean {
  return typeof text === "string" && isMadeUp(word) && text.slice(0, indexed).split(BETWEEN_WORDS).includes(word);
}

/** The same of several words. */
export function holdsWords(text: Json | undefined, words: Json | undefined, indexed: number): boolean {
  return typeof words === "string" && words.split(" ").every((word) => holdsWord(text, word, indexed));
}

/** Text that no reading trims, composes or reads as something else. */
export function isPlainText(value: unknown): value is string {
  return (
    typeof value === "string" && value !== "" && value.trim() === value && !/[^\p{L}\p{N}\p{P}\p{S} ]/u.test(value)
  );
}
