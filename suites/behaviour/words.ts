import { createHash } from "node:crypto";
import { remembered } from "../../spec/remembered.ts";
import type { World } from "../engine/check/check.ts";
import { lettersOf } from "../models/letters.ts";

const LETTERS = 12;

/**
 * A word of letters that only this run knows, the same for the same key: full-text indexes of every kind take it as
 * one word, and no other text holds it.
 */
export const wordOf = remembered(
  (world: Pick<World, "mark">, key: string) => {
    const hash = createHash("sha256").update(`${world.mark} ${key}`).digest();
    return lettersOf(hash.subarray(0, LETTERS));
  },
  (key) => key,
);
