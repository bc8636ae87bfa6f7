import { RunEnded } from "./inconclusive.ts";
import type { Pacer } from "./pacing.ts";

interface RunEnd {
  readonly signal: AbortSignal;
  readonly pacer: Pick<Pacer, "open">;
  /** Return why the target takes no more requests; null while it does. */
  readonly reasons: readonly (() => string | null)[];
}

/**
 * Returns a function that throws {@link RunEnded} if no more requests are sent: after the signal, or for the first
 * reason that applies.
 */
export function createEndCheck({ signal, pacer, reasons }: RunEnd): () => void {
  signal.addEventListener("abort", () => pacer.open(), { once: true });
  const ends = [() => (signal.aborted ? reasonOf(signal) : null), ...reasons];
  return () => {
    for (const end of ends) {
      const reason = end();
      if (reason === null) continue;
      // Waiting requests are admitted, so that each stops for the same reason.
      pacer.open();
      throw new RunEnded(reason);
    }
  };
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : String(signal.reason ?? "the run was interrupted");
}
