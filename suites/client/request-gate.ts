import { createFairQueue } from "./fair-queue.ts";
import { createLimits, type LimitOptions, type Limits } from "./limits.ts";
import { sleptSince } from "./sleep.ts";

/** Admits requests in turns, within limits that it learns. */
export interface RequestGate extends Pick<Limits, "accepted" | "rejected" | "unavailable"> {
  /**
   * Waits for a place and returns a function that gives it back. Areas and lanes take turns, requests of a lane keep
   * their order, and urgent ones go first.
   */
  enter(lane: string, urgent?: boolean): Promise<() => void>;
  /** Admits no request for this long, as the target asked. */
  pause(ms: number): void;
  /** Admits all waiting and all later requests immediately. */
  open(): void;
  /** Returns true while it admits less than its own limits allow. */
  holdsBack(): boolean;
  /**
   * Returns the milliseconds so far in which no request was in flight because the run waited on purpose: for an index
   * or a lifetime.
   */
  waitedMs(): number;
}

/** Creates a gate in which areas take turns. */
export function createRequestGate({ now = Date.now, ...bounds }: LimitOptions): RequestGate {
  const waiting = createFairQueue<() => void>();
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
    rejected: limits.rejected,
    unavailable: limits.unavailable,
    open() {
      isOpen = true;
      notBefore = Number.NEGATIVE_INFINITY;
      if (timer) clearTimeout(timer);
      timer = null;
      pump();
    },
    holdsBack: () => !isOpen && (notBefore > now() || limits.gap() > 0 || limits.places() < bounds.concurrency),
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
