import type { Exchange } from "../client/exchange.ts";
import type { Observation } from "./collected-answers.ts";

/** Answers open points from the traffic of the run, without sending requests. */
export interface Watcher {
  note(exchange: Exchange): void;
  /** Returns the answers from all exchanges so far. A question without evidence has none. */
  answers(): readonly Observation[];
}

/**
 * The maximum number of different words that a watcher remembers, since a target may have a new one in every response.
 */
export const MAX_WORDS = 100;

/**
 * The different words seen, with their numbers; those after the first hundred count as one. An answer has the words,
 * which are the target's behaviour. Their numbers depend on the run and belong in the evidence.
 */
export interface Tally {
  add(word: string): void;
  readonly size: number;
  /** Returns the words for an answer: `list-tasks, recall`, in alphabetical order. */
  words(): string;
  /**
   * Returns the words with numbers for the evidence: `recall (12 times), list-tasks (1 time)`, the most frequent first.
   */
  counts(): string;
}

/** Creates an empty tally. */
export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    add(word) {
      const name = counts.has(word) || counts.size < MAX_WORDS ? word : "others";
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    get size() {
      return counts.size;
    },
    words: () => [...counts.keys()].sort().join(", "),
    counts() {
      const ordered = [...counts].sort(([left, some], [right, more]) => more - some || left.localeCompare(right));
      return ordered.map(([word, count]) => `${word} (${count} ${count === 1 ? "time" : "times"})`).join(", ");
    },
  };
}
