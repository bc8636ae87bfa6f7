import type { Pacer } from "./pacing.ts";
import { RunEnded } from "./unanswered.ts";

/** Decides whether more requests are sent. */
export interface RunEnd {
  /** Throws {@link RunEnded} if no more are. */
  stopIfEnded(): void;
}

export interface RunEndOptions {
  readonly signal: AbortSignal;
  readonly pacer: Pick<Pacer, "open">;
  /** Return why the target takes no more requests; null while it does. */
  readonly reasons: readonly (() => string | null)[];
}

/** Creates the end of a run: by the signal, or by the first reason that applies. */
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
      // Waiting requests are admitted, so that each stops for the same reason.
      pacer.open();
      throw new RunEnded(found);
    },
  };
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : String(signal.reason ?? "the run was interrupted");
}
