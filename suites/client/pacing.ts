import { sleptSince } from "./sleep.ts";
import { createTurns } from "./turns.ts";

/** Decides when a request may go: bounded concurrency and rate, and no lane starves another. */
export interface Pacer {
  /** Waits for a place; the returned function gives it back. Areas and lanes take turns, requests of a lane keep their order; urgent ones go first. */
  enter(lane: string, urgent?: boolean): Promise<() => void>;
  /** Nobody enters for this long: the target asked for rest. */
  pause(ms: number): void;
  /** The target refused a request for its rate: from now on fewer go in a second, and slowly more again. */
  refused(): void;
  /** The run is over: whoever waits enters at once, to find that out. */
  open(): void;
  /** Milliseconds so far in which nothing was on its way because the run waited on purpose: for an index, a lifetime. */
  waitedMs(): number;
}

export interface PacerOptions {
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** Requests started in any second; 0 for no bound. */
  readonly perSecond: number;
  readonly now?: () => number;
}

/** Of the requests that started in the second before a refusal, so many are tried in a second after it. */
const AFTER_REFUSAL = 0.8;
/** How much shorter each start makes the gap to the next: a limit that is gone is left behind within some minutes. */
const RECOVERY = 0.999;

/** A pacer in which areas take turns. */
export function createPacer({ concurrency, perSecond, now = Date.now }: PacerOptions): Pacer {
  const waiting = createTurns<() => void>();
  let least = perSecond > 0 ? 1000 / perSecond : 0;
  let places = concurrency;
  const starts: number[] = [];
  let gap = least;
  let learnedAt = Number.NEGATIVE_INFINITY;
  let inFlight = 0;
  let notBefore = 0;
  let timer: NodeJS.Timeout | null = null;
  let quietSince: number | null = null;
  let waitedMs = 0;

  function pump(): void {
    if (timer) return;
    while (inFlight < places && !waiting.isEmpty()) {
      const wait = notBefore - now();
      if (wait > 0) {
        timer = setTimeout(() => {
          timer = null;
          pump();
        }, wait);
        return;
      }
      if (gap > 0) notBefore = Math.max(notBefore, now()) + gap;
      gap = Math.max(least, gap * RECOVERY);
      noteStart();
      endQuiet();
      inFlight += 1;
      waiting.next()?.();
    }
  }

  function noteStart(): void {
    starts.push(now());
    while ((starts[0] ?? 0) <= now() - 1000) starts.shift();
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
      if (places > concurrency) return;
      notBefore = Math.max(notBefore, now() + ms);
    },
    refused() {
      // Those in flight beside a refused request are refused with it: one lesson a second.
      if (places > concurrency || now() < learnedAt + 1000) return;
      learnedAt = now();
      gap = Math.max(gap, 1000 / Math.max(1, starts.length * AFTER_REFUSAL));
    },
    open() {
      places = Number.POSITIVE_INFINITY;
      least = 0;
      gap = 0;
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
