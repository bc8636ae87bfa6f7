import type { Operation } from "../../spec/document/model.ts";
import type { Barrier } from "./barrier.ts";
import type { Exchange, Received, ResponseViolation, WireRequest } from "./exchange.ts";
import type { Pacer } from "./pacing.ts";
import type { Retry } from "./retries.ts";
import type { Spending } from "./spending.ts";
import type { Transport } from "./transport.ts";

/** How one request is sent. */
export interface SendOptions {
  /** The operation that the request addresses, or null for a URL outside the API (presigned). */
  readonly operation: Operation | null;
  /** Lane for fair turns: the check's name. */
  readonly lane: string;
  /** Called for every attempt, also those that are retried. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** False where a repeat would distort what is being measured. */
  readonly retry?: Retry;
  /** True for a request that has to be rejected, however often it comes. */
  readonly hasToBeRejected?: boolean;
  /** Another transport than the run's, for a connection of one's own. */
  readonly transport?: Transport;
  /** Goes although the operation gives no response: with more time than others. */
  readonly despiteSilence?: boolean;
  /** Goes before all that waits. */
  readonly urgent?: boolean;
  /** Goes when others have their turn, too. */
  readonly barrier?: Barrier;
  /** How many requests of the budget have to be left for others when it goes; else it is not sent. */
  readonly leaving?: () => number;
}

/** What a client works with for a whole run. */
export interface ClientOptions {
  readonly transport: Transport;
  readonly pacer: Pacer;
  readonly spending: Spending;
  readonly signal: AbortSignal;
  /** The monitors: what is broken about this response. */
  readonly judge: (operation: Operation, response: Received, request: WireRequest) => readonly ResponseViolation[];
  readonly onExchange: (exchange: Exchange) => void;
  /** A request was rejected for its load with this status, and is sent again after this many milliseconds. */
  readonly onRest?: (status: number, ms: number) => void;
  /** Throws for what may not be sent in this run. */
  readonly guard?: (operation: Operation | null, request: WireRequest) => void;
  /** Keys that open something on the target: it may limit calls without one apart from others. Without this list no call counts as one without. */
  readonly keys?: readonly string[];
  /** Consecutive requests without any response after which the target counts as down. */
  readonly downAfter: number;
  /** The time-out of the transport, in milliseconds: what is unusually late is distinguished from that. Without it nothing is. */
  readonly timeoutMs?: number;
  /** Requests that may wait for a late response in addition to those in flight, so that one does not hold the others up. */
  readonly mayLinger?: number;
  /** The requirement that is broken by an operation which never responds, or by the host of URLs outside the API. */
  readonly requirementOf?: (operation: Operation | null, request: WireRequest) => string;
  /** Longest wait for one rejection, in milliseconds. */
  readonly maxWaitMs?: number;
}
