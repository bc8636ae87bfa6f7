import type { Exchange } from "../client/exchange.ts";
import type { Observation } from "./answers.ts";

/** Answers questions about open points from the traffic that is there anyway: it sends nothing of its own. */
export interface Watcher {
  note(exchange: Exchange): void;
  /** What all exchanges so far show; a question to which they show nothing has no response. */
  answers(): readonly Observation[];
}

/** Different words that a watcher remembers: a target may have a new one in every response. */
export const WORDS_KEPT = 100;

/**
 * The different words that were met, with the number of times for each; those after the first hundred in one. A response names the
 * words, which are what the target does; how often they were met depends on the run, and belongs to the evidence.
 */
export interface Tally {
  add(word: string): void;
  readonly size: number;
  /** For a response: `list-tasks, recall`, in alphabetical order. */
  words(): string;
  /** For the evidence: `recall (12 times), list-tasks (1 time)`, the most frequent first. */
  counts(): string;
}

/** An empty tally. */
export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    add(word) {
      const name = counts.has(word) || counts.size < WORDS_KEPT ? word : "others";
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
