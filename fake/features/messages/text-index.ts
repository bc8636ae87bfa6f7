import { countAt, createInvertedIndex, type Postings } from "../../text/inverted-index.ts";
import { wordsOf } from "../../text/words.ts";
import type { StoredMessage } from "./model.ts";

/** A message found, with its relevance. */
export interface TextHit {
  readonly stored: StoredMessage;
  readonly score: number;
}

/**
 * The number of newest matching messages among which the best are chosen: words that occur everywhere say little about
 * relevance.
 */
const CANDIDATES = 500;

/** The usual constants of BM25: the saturation of repeated words, and the penalty of long texts. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/**
 * Creates a full-text index of messages: every word of the query must be in the message; BM25 gives the relevance, and
 * the newer of two equal hits comes first. Messages are indexed by the first search after them, so that sending stays
 * cheap.
 */
export function createTextIndex() {
  const index = createInvertedIndex<StoredMessage>(({ message }) => wordsOf(message.content));
  const relevance = (terms: readonly Postings[], sequence: number) => {
    const length = index.lengthAt(sequence) / index.averageLength;
    return terms.reduce((sum, postings) => {
      const count = countAt(postings, sequence);
      const rarity = Math.log(1 + (index.count - postings.sequences.length + 0.5) / (postings.sequences.length + 0.5));
      return (
        sum + (rarity * count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length))
      );
    }, 0);
  };
  return {
    add: index.add,
    search: (query: string, limit: number, mayShow: (stored: StoredMessage) => boolean): readonly TextHit[] => {
      const enough = Math.max(CANDIDATES, limit);
      const terms = [...new Set(wordsOf(query))].map(index.postingsOf);
      const [rarest, ...others] = terms.toSorted((a, b) => a.sequences.length - b.sequences.length);
      const hits: TextHit[] = [];
      for (let place = (rarest?.sequences.length ?? 0) - 1; place >= 0 && hits.length < enough; place--) {
        const sequence = rarest?.sequences[place] ?? 0;
        if (others.some((postings) => countAt(postings, sequence) === 0)) continue;
        const stored = index.thingAt(sequence);
        if (stored !== undefined && mayShow(stored)) hits.push({ stored, score: relevance(terms, sequence) });
      }
      return hits.sort((a, b) => b.score - a.score || b.stored.sequence - a.stored.sequence).slice(0, limit);
    },
  };
}
