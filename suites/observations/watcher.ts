import type { Exchange } from "../client/exchange.ts";
import type { Observation } from "./answers.ts";

/** Answers questions about open points from the traffic that is there anyway: it sends nothing of its own. */
export interface Watcher {
  note(exchange: Exchange): void;
  /** What all exchanges so far show; a question to which they show nothing has no answer. */
  answers(): readonly Observation[];
}

/** Different words that a watcher remembers: a target may have a new one in every answer. */
export const WORDS_KEPT = 100;

/** Words with the number of times that each was met, the most frequent first; those after the first hundred in one. */
export function createTally(): { add(word: string): void; readonly size: number; toString(): string } {
  const counts = new Map<string, number>();
  return {
    add(word) {
      const name = counts.has(word) || counts.size < WORDS_KEPT ? word : "others";
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    get size() {
      return counts.size;
    },
    toString() {
      const ordered = [...counts].sort(([left, some], [right, more]) => more - some || left.localeCompare(right));
      return ordered.map(([word, count]) => `${word} (${count} times)`).join(", ");
    },
  };
}
