import { sleep } from "./sleep.ts";

/** Holds back the requests of a race until all have their turn, so that all are in flight at once. */
export interface Barrier {
  /** Resolves when all have arrived, when the first has waited for the maximum time, or when the run ends. */
  arrive(signal: AbortSignal): Promise<void>;
}

/**
 * The maximum wait in milliseconds. Each request occupies a place meanwhile, so the race starts incomplete if there are
 * fewer places than requests, or if two races hold a part of the places each.
 */
const MAX_WAIT_MS = 500;

/** Creates a barrier for this many requests. A request that arrives after it has opened continues immediately. */
export function createBarrier(size: number, maxWaitMs = MAX_WAIT_MS): Barrier {
  let missing = size;
  const all = new AbortController();
  return {
    async arrive(signal) {
      missing -= 1;
      if (missing <= 0) all.abort();
      // The last request sleeps too, so that all leave in the order of their arrival.
      await sleep(maxWaitMs, AbortSignal.any([all.signal, signal]));
      all.abort();
    },
  };
}
