import { createHash } from "node:crypto";
import { memoize } from "../../spec/memoize.ts";
import { lettersOf } from "./letters.ts";

/** A run marks its texts with a word, from which it derives others. */
interface HasMark {
  readonly mark: string;
}

const LETTERS = 12;
/** The last letters of a word are a checksum, by which it is recognised as one of its run. */
const CHECKSUM = 4;

/**
 * Returns a word that only this run knows, the same for the same key. Every full-text index treats it as one word, and
 * no other text contains it.
 */
export const wordOf = memoize(
  (context: HasMark, key: string) => {
    const letters = lettersFrom(`${context.mark} ${key}`, LETTERS - CHECKSUM);
    return letters + checksumOf(context, letters);
  },
  (key) => key,
);

/**
 * Returns true for a text that contains the mark of the run or one of its words. Any other text may have been written
 * by another run at the same time.
 */
export function isOfRun(context: HasMark, text: string): boolean {
  return text.includes(context.mark) || wordsOfRun(context, text).length > 0;
}

/** Returns the words of the run that a text contains, in its order. */
export function wordsOfRun(context: HasMark, text: string): readonly string[] {
  const words = text.match(/(?<!\p{L})[a-z]{12}(?!\p{L})/gu) ?? [];
  return words.filter((word) => word.endsWith(checksumOf(context, word.slice(0, LETTERS - CHECKSUM))));
}

function checksumOf({ mark }: HasMark, letters: string): string {
  return lettersFrom(`${mark} checksum of ${letters}`, CHECKSUM);
}

function lettersFrom(text: string, count: number): string {
  return lettersOf(createHash("sha256").update(text).digest().subarray(0, count));
}
