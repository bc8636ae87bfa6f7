import { type Exchange, statusOf } from "./exchange.ts";
import type { LimitedAs } from "./limited-as.ts";
import type { Pacer } from "./pacing.ts";
import type { Rejections } from "./rejections.ts";
import type { Wait } from "./retries.ts";
import { sleep } from "./sleep.ts";

export interface RestOptions {
  readonly pacer: Pacer;
  readonly rejections: Rejections;
  readonly limitedAs: LimitedAs;
  readonly signal: AbortSignal;
  /** A request was rejected for its load with this status, and is sent again after this many milliseconds. */
  readonly onRest?: ((status: number, ms: number) => void) | undefined;
}

/** After this many rejections in a row everybody waits as long as the target asks, and not only the one rejected. */
const REJECTIONS_IN_A_ROW = 8;
/** The longest that all others wait for a rejection of one, in milliseconds. */
const OTHERS_MOST_MS = 1_000;

/** Waits before a request is sent again, and lets others wait as well where the reason is not of this one alone. */
export function createRest({ pacer, rejections, limitedAs, signal, onRest }: RestOptions) {
  function restAll(status: number, name: string, asked: number): void {
    const ms = rejections.inRow() > REJECTIONS_IN_A_ROW ? asked : Math.min(asked, OTHERS_MOST_MS);
    if (status === 429) pacer.rejected(name, ms, asked);
    else if (!pacer.unavailable(name, ms) && rejections.inRow() > 1) pacer.pause(ms);
  }

  return async ({ kind, ms }: Wait, exchange: Exchange): Promise<void> => {
    if (kind === "rest") {
      restAll(statusOf(exchange), limitedAs(exchange.request, exchange.operation), ms);
      onRest?.(statusOf(exchange), ms);
    }
    if (kind === "restart") pacer.pause(ms);
    await sleep(ms, signal);
  };
}
