import type { World } from "../engine/check.ts";
import { wordOf } from "./words.ts";

/**
 * Have two texts two letters or digits in sequence in common? Indexes of n-grams find one by the other, and so may a fuzzy
 * match: only texts that are not alike have nothing in common.
 */
export function areAlike(text: string, other: string): boolean {
  const pairs = pairsOf(text);
  return [...pairsOf(other)].some((pair) => pairs.has(pair));
}

/** Neighbours within a word, without regard to case. */
function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let before = "";
    for (const letter of word) {
      if (before !== "") pairs.add(before + letter);
      before = letter;
    }
  }
  return pairs;
}

/** Tries to find a word: it takes a few for texts of some words. */
const TRIES = 500;

/** A made-up word that only this run knows and that is like none of the texts; the last one tried where all are. */
export function wordUnlike(world: Pick<World, "mark">, key: string, texts: readonly string[]): string {
  let word = wordOf(world, key);
  for (let turn = 1; turn < TRIES && texts.some((text) => areAlike(text, word)); turn += 1) {
    word = wordOf(world, `${key} ${turn}`);
  }
  return word;
}
