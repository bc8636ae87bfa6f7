import { type Exchange, statusOf } from "./exchange.ts";
import type { LimitScopeOf } from "./limit-scope.ts";
import type { Pacer } from "./pacing.ts";
import type { Rejections } from "./rejections.ts";
import type { Wait } from "./retries.ts";
import { sleep } from "./sleep.ts";

export interface BackoffOptions {
  readonly pacer: Pacer;
  readonly rejections: Rejections;
  readonly limitScopeOf: LimitScopeOf;
  readonly signal: AbortSignal;
  /** Called after a rejection for load with this status. The request is sent again after this many milliseconds. */
  readonly onRest?: ((status: number, ms: number) => void) | undefined;
}

/** After this many rejections in a row, all requests wait as long as the target asks, not only the rejected one. */
const REJECTIONS_IN_A_ROW = 8;
/** The longest time that all other requests wait for one rejection, in milliseconds. */
const MAX_REST_MS = 1_000;

/** Waits before a request is sent again, and pauses others too if the reason concerns them. */
export function createBackoff({ pacer, rejections, limitScopeOf, signal, onRest }: BackoffOptions) {
  function restAll(status: number, name: string, restMs: number): void {
    const ms = rejections.inRow() > REJECTIONS_IN_A_ROW ? restMs : Math.min(restMs, MAX_REST_MS);
    if (status === 429) pacer.rejected(name, ms, restMs);
    else if (!pacer.unavailable(name, ms) && rejections.inRow() > 1) pacer.pause(ms);
  }

  return async ({ kind, ms }: Wait, exchange: Exchange): Promise<void> => {
    if (kind === "rest") {
      restAll(statusOf(exchange), limitScopeOf(exchange.request, exchange.operation), ms);
      onRest?.(statusOf(exchange), ms);
    }
    if (kind === "restart") pacer.pause(ms);
    await sleep(ms, signal);
  };
}
