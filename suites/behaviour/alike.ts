import type { World } from "../engine/check.ts";
import { areAlike } from "../models/alike.ts";
import { wordOf } from "./words.ts";

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
