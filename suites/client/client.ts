import type { Operation } from "../../spec/document/model.ts";
import { bodySize, createAttempts, mayExist } from "./attempts.ts";
import { createBurden } from "./burden.ts";
import { type Breach, type Exchange, type Received, statusOf, type WireRequest } from "./exchange.ts";
import { createLimitedAs, STRANGERS } from "./limited-as.ts";
import { createLiveness } from "./liveness.ts";
import { isPlanRefusal } from "./load-refusal.ts";
import type { Pacer } from "./pacing.ts";
import type { Rally } from "./rally.ts";
import { createRefusals } from "./refusals.ts";
import { createRest } from "./rest.ts";
import { createRetries, type Retry } from "./retries.ts";
import { createRunEnd } from "./run-end.ts";
import type { Spending } from "./spending.ts";
import type { Transport } from "./transport.ts";

/** Sends requests within the bounds of the run, waits out refusals for load, and has every response judged. */
export interface Client {
  /** Sends one request; further attempts (429, 503, safe retries) are exchanges of their own, the last is returned. */
  send(request: WireRequest, options: SendOptions): Promise<Exchange>;
  /** Why the target takes no more requests, in a few words; null while it does. */
  problem(): string | null;
}

export interface SendOptions {
  /** The operation that the request addresses, or null for a URL outside the API (presigned). */
  readonly operation: Operation | null;
  /** Lane for fair turns: the check's name. */
  readonly lane: string;
  /** Called for every attempt, also those that are retried. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** False where a repeat would distort what is being measured. */
  readonly retry?: Retry;
  /** True for a request that has to be refused, however often it comes. */
  readonly hasToBeRefused?: boolean;
  /** Another transport than the run's, for a connection of one's own. */
  readonly transport?: Transport;
  /** Goes before all that waits. */
  readonly urgent?: boolean;
  /** Goes when others have their turn, too. */
  readonly rally?: Rally;
  /** How many requests of the budget have to be left for others when it goes; else it is not sent. */
  readonly leaving?: () => number;
}

export interface ClientOptions {
  readonly transport: Transport;
  readonly pacer: Pacer;
  readonly spending: Spending;
  readonly signal: AbortSignal;
  /** The monitors: what is broken about this response. */
  readonly judge: (operation: Operation, response: Received, request: WireRequest) => readonly Breach[];
  readonly onExchange: (exchange: Exchange) => void;
  /** A request was refused for its load with this status, and is sent again after so many milliseconds. */
  readonly onRest?: (status: number, ms: number) => void;
  /** Throws for what may not be sent in this run. */
  readonly guard?: (operation: Operation | null, request: WireRequest) => void;
  /** Keys that open something on the target: it may limit calls without one apart from others. Without this list no call counts as one without. */
  readonly keys?: readonly string[];
  /** Consecutive requests without any response after which the target counts as down. */
  readonly downAfter: number;
  /** The time-out of the transport, in milliseconds: what is unusually late is told from that. Without it nothing is. */
  readonly timeoutMs?: number;
  /** Requests that may wait for a late response beside those in flight, so that one does not hold the others up. */
  readonly mayLinger?: number;
  /** The requirement that an operation breaks which never responds. */
  readonly requirementOf?: (operation: Operation) => string;
  /** Longest wait for one refusal, in milliseconds. */
  readonly maxWaitMs?: number;
}

/** Limits by the minute are common; a few seconds more for what the two clocks round off. */
const DEFAULT_MAX_WAIT_MS = 65_000;

/** A client over one transport; see {@link ClientOptions}. */
export function createClient(options: ClientOptions): Client {
  const { pacer, spending, signal } = options;
  const maxWaitMs = options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS;
  const limitedAs = createLimitedAs(options.keys);
  const liveness = createLiveness(options);
  const refusals = createRefusals({ longestRestMs: maxWaitMs });
  const burden = createBurden();
  const runEnd = createRunEnd({ signal, pacer, reasons: [liveness.reason, refusals.reason, burden.reason] });
  const attempt = createAttempts({ ...options, limitedAs, liveness, refusals, burden, runEnd });
  const rest = createRest({ pacer, refusals, limitedAs, signal, onRest: options.onRest });

  return {
    problem: () => liveness.problem() ?? refusals.reason() ?? burden.reason(),
    async send(request, send) {
      const { operation } = send;
      options.guard?.(operation, request);
      const hasToBeRefused = send.hasToBeRefused === true || limitedAs(request, operation) === STRANGERS;
      const { isStartingAnew } = liveness;
      const retries = createRetries({ retry: send.retry ?? true, maxWaitMs, isStartingAnew, hasToBeRefused });
      const next = () => attempt(request, send, retries.mayRepeatSafely(request, operation));
      const lost: Exchange[] = [];
      let exchange = await next();
      for (let wait = retries.next(exchange); wait !== null; wait = retries.next(exchange)) {
        await rest(wait, exchange);
        if (statusOf(exchange) === 0 && mayExist(exchange)) lost.push(exchange);
        const again = await next();
        if (retries.mayComeOfEarlier(again)) return exchange;
        exchange = { ...again, mayBeSecond: retries.mayBeSecond() };
      }
      // The same request was refused: so were its attempts before, and nothing exists of them.
      if (operation !== null && isRefusedAsSuch(exchange)) {
        for (const _ of lost) spending.withdrawn(operation, bodySize(request));
      }
      return exchange;
    },
  };
}

/** Refused for what it is, and not for what there is already. */
function isRefusedAsSuch(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status >= 400 && status < 500 && status !== 409 && status !== 429 && !isPlanRefusal(exchange);
}
