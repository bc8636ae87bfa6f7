import type { Sequenced } from "../sorted-index.ts";

/** The occurrences of a term: parallel lists, oldest first. */
export interface Postings {
  readonly sequences: readonly number[];
  /** The number of occurrences in each of them. */
  readonly counts: readonly number[];
}

/** Texts by the terms that they hold. */
export interface InvertedIndex<T extends Sequenced> {
  /** Adds an item; items must be added in the order of their sequence, from 0, without gaps. */
  add(thing: T): void;
  /** Returns the occurrences of a term. Added items are indexed at the first query after them. */
  postingsOf(term: string): Postings;
  thingAt(sequence: number): T | undefined;
  /** Returns the number of terms in an item's text. */
  lengthAt(sequence: number): number;
  readonly count: number;
  readonly averageLength: number;
}

interface Growing {
  readonly sequences: number[];
  readonly counts: number[];
}

const NO_POSTINGS: Postings = { sequences: [], counts: [] };

/** Creates an empty index of items whose terms `termsOf` returns. */
export function createInvertedIndex<T extends Sequenced>(termsOf: (thing: T) => readonly string[]): InvertedIndex<T> {
  const things: T[] = [];
  const lengths: number[] = [];
  const postings = new Map<string, Growing>();
  let totalLength = 0;
  const indexOne = (thing: T) => {
    const terms = termsOf(thing);
    for (const term of terms) post(postings, term, lengths.length);
    lengths.push(terms.length);
    totalLength += terms.length;
  };
  const flush = () => {
    for (const thing of things.slice(lengths.length)) indexOne(thing);
  };
  return {
    add: (thing) => {
      things.push(thing);
    },
    postingsOf: (term) => {
      if (lengths.length < things.length) flush();
      return postings.get(term) ?? NO_POSTINGS;
    },
    thingAt: (sequence) => things[sequence],
    lengthAt: (sequence) => lengths[sequence] ?? 0,
    get count() {
      return lengths.length;
    },
    get averageLength() {
      return lengths.length === 0 ? 1 : totalLength / lengths.length;
    },
  };
}

function post(postings: Map<string, Growing>, term: string, sequence: number): void {
  const known = postings.get(term);
  if (known === undefined) {
    postings.set(term, { sequences: [sequence], counts: [1] });
    return;
  }
  const last = known.sequences.length - 1;
  if (known.sequences[last] === sequence) known.counts[last] = (known.counts[last] ?? 0) + 1;
  else {
    known.sequences.push(sequence);
    known.counts.push(1);
  }
}

/** Returns how often a term occurs in an item; 0 if it does not. */
export function countAt({ sequences, counts }: Postings, sequence: number): number {
  let low = 0;
  let high = sequences.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = sequences[middle] ?? 0;
    if (found === sequence) return counts[middle] ?? 0;
    if (found < sequence) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}
