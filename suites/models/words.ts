import { createHash } from "node:crypto";
import { remembered } from "../../spec/remembered.ts";
import { lettersOf } from "./letters.ts";

/** A run writes its texts with a mark, and with words that are derived from it. */
interface Marked {
  readonly mark: string;
}

const LETTERS = 12;
/** Of these the last few are a checksum, by which a word is recognised as one of its run. */
const CHECKSUM = 4;

/**
 * A word of letters that only this run knows, the same for the same key: full-text indexes of every kind take it as
 * one word, and no other text holds it.
 */
export const wordOf = remembered(
  (context: Marked, key: string) => {
    const letters = lettersFrom(`${context.mark} ${key}`, LETTERS - CHECKSUM);
    return letters + checksumOf(context, letters);
  },
  (key) => key,
);

/**
 * True for a text that holds the mark of the run or one of its words: only such a text is nobody else's. What any other
 * text is in may have been written by another run at the same time.
 */
export function isOfRun(context: Marked, text: string): boolean {
  if (text.includes(context.mark)) return true;
  const words = text.match(/(?<!\p{L})[a-z]{12}(?!\p{L})/gu) ?? [];
  return words.some((word) => word.endsWith(checksumOf(context, word.slice(0, LETTERS - CHECKSUM))));
}

function checksumOf({ mark }: Marked, letters: string): string {
  return lettersFrom(`${mark} checksum of ${letters}`, CHECKSUM);
}

function lettersFrom(text: string, count: number): string {
  return lettersOf(createHash("sha256").update(text).digest().subarray(0, count));
}
