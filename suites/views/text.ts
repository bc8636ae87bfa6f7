import type { Json } from "../../spec/json.ts";

/** A word that was made up: of others an index may make anything. */
const MADE_UP = /^[a-z]{8,}$/;
/** Characters of a text that every index takes in. */
const INDEXED = 450;

/** True for a short text that holds a made-up word, with white space around it. */
export function holdsWord(text: Json | undefined, word: Json | undefined): boolean {
  return (
    typeof text === "string" &&
    typeof word === "string" &&
    text.length <= INDEXED &&
    MADE_UP.test(word) &&
    text.split(/\s+/).includes(word)
  );
}

/** The same of several words. */
export function holdsWords(text: Json | undefined, words: Json | undefined): boolean {
  return typeof words === "string" && words.split(" ").every((word) => holdsWord(text, word));
}
