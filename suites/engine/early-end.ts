import { setMaxListeners } from "node:events";

/** Decides when a run ends before its checks do. */
export interface EarlyEnd {
  /** Aborts when the run ends early. All waits listen to it. */
  readonly signal: AbortSignal;
  /** Starts the clock. The time limit of a run counts from its first request. */
  begin(): void;
  /** Reports a failed requirement; may be called repeatedly for one. */
  failed(requirement: string): void;
  /** Returns why the run ended early; null if it has not. */
  reason(): string | null;
  close(): void;
}

export interface EarlyEndOptions {
  /** Aborts when someone interrupts the run. */
  readonly signal: AbortSignal;
  /** Ends the run after this many failed requirements; 0 for never. */
  readonly maxFailures: number;
  /** Returns true if a failure of the requirement fails the run. Others do not end it. */
  readonly isGating: (requirement: string) => boolean;
  /** Ends the run after this many seconds; null for never. */
  readonly seconds: number | null;
}

/** Creates the end of a run: by an interrupt, a number of failures, or a time limit. */
export function createEarlyEnd({ signal, maxFailures, isGating, seconds }: EarlyEndOptions): EarlyEnd {
  const stop = new AbortController();
  const ended = stop.signal;
  // Node keeps a combined signal alive as long as something listens to it, and with it all data of the run.
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
