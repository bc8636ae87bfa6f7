import { words } from "./text.ts";
import type { Memory } from "./world.ts";

interface Features {
  readonly words: ReadonlySet<string>;
  readonly trigrams: ReadonlySet<string>;
}

const known = new WeakMap<Memory, Features>();

/** Returns the compared features of a text. */
export function featuresOf(text: string): Features {
  const list = words(text);
  const line = ` ${list.join(" ")} `;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= line.length; at++) trigrams.add(line.slice(at, at + 3));
  return { words: new Set(list), trigrams };
}

/** Likeness of a memory to a text, from 0 to 1: the shared part of their words and letter triples. */
export function likeness(query: Features, memory: Memory): number {
  const own = known.get(memory) ?? featuresOf(memory.content);
  known.set(memory, own);
  return 0.6 * shared(query.words, own.words) + 0.4 * shared(query.trigrams, own.trigrams);
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 0;
  let common = 0;
  for (const item of one) if (other.has(item)) common++;
  return (2 * common) / (one.size + other.size);
}
