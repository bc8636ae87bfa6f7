import type { Latency } from "./latency.ts";

/** A request that waits for its response. */
export interface ResponseWait {
  begin(): void;
  end(): void;
}

/**
 * Creates waits for responses. A request that waits unusually long gives its place to others by `leave`; at most
 * `maxConcurrent` requests may wait in addition to those in flight.
 */
export function createSlowResponses(latency: Pick<Latency, "lateAfterMs">, maxConcurrent: number) {
  let waiting = 0;
  return (leave: () => void): ResponseWait => {
    let timer: NodeJS.Timeout | undefined;
    let isWaiting = false;
    return {
      begin() {
        const ms = latency.lateAfterMs();
        if (ms === null) return;
        timer = setTimeout(() => {
          if (waiting >= maxConcurrent) return;
          waiting += 1;
          isWaiting = true;
          leave();
        }, ms);
      },
      end() {
        clearTimeout(timer);
        if (isWaiting) waiting -= 1;
      },
    };
  };
}
