import type { RunContext } from "../engine/check/check.ts";
import { shareLetterPair } from "../models/shared-letters.ts";
import { wordOf } from "../models/words.ts";

/** The maximum number of words to try. Texts of several words need only a few. */
const MAX_TRIES = 500;

/** Returns a key whose word is not similar to any of the texts; the last one tried if all are. */
export function keyOfDissimilarWord(context: Pick<RunContext, "mark">, key: string, texts: readonly string[]): string {
  let chosen = key;
  for (
    let turn = 1;
    turn < MAX_TRIES && texts.some((text) => shareLetterPair(text, wordOf(context, chosen)));
    turn += 1
  ) {
    chosen = `${key} ${turn}`;
  }
  return chosen;
}

/**
 * Returns a generated word, unique to this run, that is not similar to any of the texts; the last one tried if all are.
 */
export function dissimilarWord(context: Pick<RunContext, "mark">, key: string, texts: readonly string[]): string {
  return wordOf(context, keyOfDissimilarWord(context, key, texts));
}
