import type { Latency } from "./latency.ts";

/** A request that waits for its response. */
export interface Waiting {
  begin(): void;
  end(): void;
}

/**
 * Creates waits for responses. A request that waits unusually long gives its place to others by `leave`; at most
 * `mostAtOnce` requests may wait in addition to those in flight.
 */
export function createLingering(latency: Pick<Latency, "lateAfterMs">, mostAtOnce: number) {
  let lingering = 0;
  return (leave: () => void): Waiting => {
    let timer: NodeJS.Timeout | undefined;
    let isLingering = false;
    return {
      begin() {
        const ms = latency.lateAfterMs();
        if (ms === null) return;
        timer = setTimeout(() => {
          if (lingering >= mostAtOnce) return;
          lingering += 1;
          isLingering = true;
          leave();
        }, ms);
      },
      end() {
        clearTimeout(timer);
        if (isLingering) lingering -= 1;
      },
    };
  };
}
