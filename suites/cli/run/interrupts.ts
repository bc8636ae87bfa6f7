import type { Io } from "../core/io.ts";
import { SIGNALS, stopListener } from "../core/signals.ts";

/** A run that can be stopped. */
export interface Interrupts {
  readonly signal: AbortSignal;
  /** Stops listening. */
  end(): void;
}

/** Exit status of a run that was killed before its report: incomplete. */
const KILLED = 3;

/** Aborts the run on the first interrupt, so that a report is still written; a second one ends the process at once. */
export function listenForInterrupts(io: Io): Interrupts {
  const abort = new AbortController();
  const stop = (name: string): void => {
    io.err(`\n${name}: stopping; the report will hold what is proven so far. Once more to leave without it.\n`);
    abort.abort(new Error(`interrupted by ${name}`));
  };
  const onSignal = stopListener(stop, () => process.exit(KILLED));
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: abort.signal,
    end: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}

/**
 * Makes an interrupt end the process with `process.exit`, so that exit handlers run; returns a function that undoes
 * it.
 */
export function exitOnInterrupt(status: number): () => void {
  const leave = (): void => process.exit(status);
  for (const name of SIGNALS) process.on(name, leave);
  return () => {
    for (const name of SIGNALS) process.off(name, leave);
  };
}
