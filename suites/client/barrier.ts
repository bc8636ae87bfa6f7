import { sleep } from "./sleep.ts";

/** Where requests that race wait for each other once each has its turn, so that all are on their way at once. */
export interface Barrier {
  /** Resolves when all have arrived, when the first of them has waited as long as may be, or when the run ends. */
  arrive(signal: AbortSignal): Promise<void>;
}

/**
 * Milliseconds that a request waits for others. Each keeps its place meanwhile: where there are fewer places than
 * requests, or two races hold a part of them each, they go as far as they have come.
 */
const LONGEST_MS = 500;

/** A meeting of this many requests; who comes when it is over goes on at once. */
export function createBarrier(size: number, longestMs = LONGEST_MS): Barrier {
  let missing = size;
  const all = new AbortController();
  return {
    async arrive(signal) {
      missing -= 1;
      if (missing <= 0) all.abort();
      // The last one too, which is over at once: they leave in the order in which they came.
      await sleep(longestMs, AbortSignal.any([all.signal, signal]));
      all.abort();
    },
  };
}
