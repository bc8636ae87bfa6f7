import { createHash } from "node:crypto";
import { remembered } from "../../spec/remembered.ts";
import { lettersOf } from "./letters.ts";

const LETTERS = 12;

/**
 * A word of letters that only this run knows, the same for the same key: full-text indexes of every kind take it as
 * one word, and no other text holds it.
 */
export const wordOf = remembered(
  (world: { readonly mark: string }, key: string) => {
    const hash = createHash("sha256").update(`${world.mark} ${key}`).digest();
    return lettersOf(hash.subarray(0, LETTERS));
  },
  (key) => key,
);
