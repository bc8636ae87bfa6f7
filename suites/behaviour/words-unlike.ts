import type { RunContext } from "../engine/check/check.ts";
import { areAlike } from "../models/alike.ts";
import { wordOf } from "../models/words.ts";

/** Tries to find a word: it takes a few for texts of some words. */
const TRIES = 500;

/** A key whose word is like none of the texts; the last one tried where all are. */
export function keyUnlike(context: Pick<RunContext, "mark">, key: string, texts: readonly string[]): string {
  let chosen = key;
  for (let turn = 1; turn < TRIES && texts.some((text) => areAlike(text, wordOf(context, chosen))); turn += 1) {
    chosen = `${key} ${turn}`;
  }
  return chosen;
}

/** A made-up word that only this run knows and that is like none of the texts; the last one tried where all are. */
export function wordUnlike(context: Pick<RunContext, "mark">, key: string, texts: readonly string[]): string {
  return wordOf(context, keyUnlike(context, key, texts));
}
