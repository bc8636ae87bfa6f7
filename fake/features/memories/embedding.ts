import { wordsOf } from "../../text/words.ts";

/** Dimensions of the local embedding. */
const DIMENSIONS = 256;
/** Weight of a word relative to one of its three-letter pieces. */
const WORD_WEIGHT = 3;

/** Returns the compared features of a text: its words, and the three-letter pieces of its words. */
export function featuresOf(text: string): { readonly words: readonly string[]; readonly pieces: readonly string[] } {
  const words = wordsOf(text);
  const pieces = words.flatMap((word) => {
    const padded = ` ${word} `;
    return Array.from({ length: Math.max(0, padded.length - 2) }, (_, start) => padded.slice(start, start + 3));
  });
  return { words, pieces };
}

/**
 * Returns a text as a vector of unit length, from hashed words and three-letter pieces: texts that share words, or
 * parts of words, point in similar directions. The same text always gives the same vector; a text without words gives
 * zeros.
 */
export function embedLocally(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  const { words, pieces } = featuresOf(text);
  for (const word of words) add(vector, word, WORD_WEIGHT);
  for (const piece of pieces) add(vector, piece, 1);
  return toUnitLength(vector);
}

/** Similarity of two texts from 0 to 1: the cosine of their vectors, opposite directions counting as unlike. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let product = 0;
  for (let index = 0; index < a.length; index++) product += (a[index] ?? 0) * (b[index] ?? 0);
  return Math.min(1, Math.max(0, product));
}

function add(vector: Float32Array, feature: string, weight: number): void {
  const hash = fnv1a(feature);
  const place = hash % DIMENSIONS;
  vector[place] = (vector[place] ?? 0) + ((hash >>> 16) & 1 ? weight : -weight);
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((part) => part / length);
}
