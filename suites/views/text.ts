import type { Json } from "../../spec/json.ts";

/** A word that was made up: of others an index may make anything. */
const MADE_UP = /^[a-z]{8,}$/;
/** Characters of a text that every index takes in. */
const INDEXED = 450;

export function isMadeUp(word: Json | undefined): word is string {
  return typeof word === "string" && MADE_UP.test(word);
}

/** True for a short text that holds a made-up word, with white space around it. */
export function holdsWord(text: Json | undefined, word: Json | undefined): boolean {
  return typeof text === "string" && isMadeUp(word) && text.length <= INDEXED && text.split(/\s+/).includes(word);
}

/** The same of several words. */
export function holdsWords(text: Json | undefined, words: Json | undefined): boolean {
  return typeof words === "string" && words.split(" ").every((word) => holdsWord(text, word));
}
