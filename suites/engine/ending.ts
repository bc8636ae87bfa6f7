import { setMaxListeners } from "node:events";

/** Decides when a run ends before its checks do. */
export interface Ending {
  /** Aborts when the run is over early; everything that waits listens to it. */
  readonly signal: AbortSignal;
  /** Starts the clock: the time that a run may take counts from its first request. */
  begin(): void;
  /** Tells of a requirement that failed, as often as it does. */
  failed(requirement: string): void;
  /** Why the run is over early; null while it is not. */
  reason(): string | null;
  close(): void;
}

export interface EndingOptions {
  /** Aborts when someone interrupts the run. */
  readonly signal: AbortSignal;
  /** Ends the run after this many failed requirements; 0 for never. */
  readonly maxFailures: number;
  /** Whether the failure of a requirement fails the run: others do not end it. */
  readonly isGating: (requirement: string) => boolean;
  /** Ends the run after this many seconds; null for never. */
  readonly seconds: number | null;
}

/** The end of a run: an interrupt, a number of failures, a time. */
export function createEnding({ signal, maxFailures, isGating, seconds }: EndingOptions): Ending {
  const stop = new AbortController();
  const ended = stop.signal;
  // A signal made of both would be kept alive by Node as long as anything listens to it, and with it all that the run held.
  const interrupt = () => stop.abort(signal.reason);
  if (signal.aborted) interrupt();
  else signal.addEventListener("abort", interrupt, { once: true });
  const failed = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  // Every wait of every case listens for the end of the run.
  setMaxListeners(0, ended);
  return {
    signal: ended,
    begin() {
      if (seconds === null || timer !== null) return;
      const late = new Error(`the time of the run is over: ${seconds} s (limits.seconds)`);
      timer = setTimeout(() => stop.abort(late), seconds * 1000);
    },
    failed(requirement) {
      if (!isGating(requirement)) return;
      failed.add(requirement);
      if (maxFailures === 0 || failed.size < maxFailures) return;
      stop.abort(new Error(`ended after ${failed.size} failed requirements (--max-failures)`));
    },
    reason() {
      if (!ended.aborted) return null;
      return ended.reason instanceof Error ? ended.reason.message : String(ended.reason ?? "the run was interrupted");
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      signal.removeEventListener("abort", interrupt);
    },
  };
}
