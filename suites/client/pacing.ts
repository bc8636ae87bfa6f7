import { createLimits, type LimitOptions } from "./limits.ts";
import { sleptSince } from "./sleep.ts";
import { createTurns } from "./turns.ts";

/** Decides when a request may go: bounded concurrency and rate, and no lane starves another. */
export interface Pacer {
  /** Waits for a place; the returned function gives it back. Areas and lanes take turns, requests of a lane keep their order; urgent ones go first. */
  enter(lane: string, urgent?: boolean): Promise<() => void>;
  /** Nobody enters for this long: the target asked for rest. */
  pause(ms: number): void;
  /** A request was answered, and not refused for its rate. */
  accepted(): void;
  /** A request was refused for its rate: fewer go at once, or in a second, where that is a limit, which is the answer. */
  refused(): boolean;
  /** A request was refused with 503: fewer go at once where that is a limit, which is the answer. */
  unavailable(): boolean;
  /** The run is over: whoever waits enters at once, to find that out. */
  open(): void;
  /** Milliseconds so far in which nothing was on its way because the run waited on purpose: for an index, a lifetime. */
  waitedMs(): number;
}

/** A pacer in which areas take turns. */
export function createPacer({ now = Date.now, ...bounds }: LimitOptions): Pacer {
  const waiting = createTurns<() => void>();
  const limits = createLimits({ ...bounds, now });
  let isOpen = false;
  let inFlight = 0;
  let notBefore = 0;
  let timer: NodeJS.Timeout | null = null;
  let quietSince: number | null = null;
  let waitedMs = 0;

  function pump(): void {
    if (timer) return;
    while ((isOpen || inFlight < limits.places()) && !waiting.isEmpty()) {
      const wait = notBefore - now();
      if (wait > 0) {
        timer = setTimeout(() => {
          timer = null;
          pump();
        }, wait);
        return;
      }
      const gap = isOpen ? 0 : limits.gap();
      if (gap > 0) notBefore = Math.max(notBefore, now()) + gap;
      limits.started();
      endQuiet();
      inFlight += 1;
      waiting.next()?.();
    }
  }

  function leave(): void {
    inFlight -= 1;
    pump();
    if (inFlight === 0) quietSince = performance.now();
  }

  function endQuiet(): void {
    if (quietSince !== null && sleptSince(quietSince)) waitedMs += performance.now() - quietSince;
    quietSince = null;
  }

  return {
    enter(lane, urgent = false) {
      return new Promise((resolve) => {
        const go = () => resolve(once(leave));
        if (urgent) waiting.addFirst(lane, go);
        else waiting.add(lane, go);
        pump();
      });
    },
    pause(ms) {
      if (isOpen) return;
      notBefore = Math.max(notBefore, now() + ms);
    },
    accepted: limits.accepted,
    refused: limits.refused,
    unavailable: limits.unavailable,
    open() {
      isOpen = true;
      notBefore = Number.NEGATIVE_INFINITY;
      if (timer) clearTimeout(timer);
      timer = null;
      pump();
    },
    waitedMs: () => waitedMs,
  };
}

function once(run: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run();
  };
}
