import type { Pacer } from "./pacing.ts";
import { RunEnded } from "./unanswered.ts";

/** Tells whether anything more is sent. */
export interface RunEnd {
  /** Throws {@link RunEnded} when nothing more is. */
  stopIfEnded(): void;
}

export interface RunEndOptions {
  readonly signal: AbortSignal;
  readonly pacer: Pick<Pacer, "open">;
  /** Why the target takes no more requests; each null while it does. */
  readonly reasons: readonly (() => string | null)[];
}

/** Ended by the signal, or by the first reason that there is. */
export function createRunEnd({ signal, pacer, reasons }: RunEndOptions): RunEnd {
  signal.addEventListener("abort", () => pacer.open(), { once: true });

  function reason(): string | null {
    if (signal.aborted) return reasonOf(signal);
    for (const each of reasons) {
      const found = each();
      if (found !== null) return found;
    }
    return null;
  }

  return {
    stopIfEnded() {
      const found = reason();
      if (found === null) return;
      // Those who wait for their turn need not wait for it to hear the same.
      pacer.open();
      throw new RunEnded(found);
    },
  };
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : String(signal.reason ?? "the run was interrupted");
}
