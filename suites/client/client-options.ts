import type { Operation } from "../../spec/document/model.ts";
import type { Barrier } from "./barrier.ts";
import type { Exchange, Received, ResponseViolation, WireRequest } from "./exchange.ts";
import type { Pacer } from "./pacing.ts";
import type { Retry } from "./retries.ts";
import type { Spending } from "./spending.ts";
import type { Transport } from "./transport.ts";

/** Options for sending one request. */
export interface SendOptions {
  /** The operation that the request addresses, or null for a URL outside the API (presigned). */
  readonly operation: Operation | null;
  /** Lane for fair turns: the check's name. */
  readonly lane: string;
  /** Called for every attempt, including those that are retried. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** False if a repeat would distort what is measured. */
  readonly retry?: Retry;
  /** True for a request that must be rejected, however often it is sent. */
  readonly mustBeRejected?: boolean;
  /** Another transport than that of the run, for a separate connection. */
  readonly transport?: Transport;
  /** Sends the request even if the operation does not respond: with a longer timeout. */
  readonly despiteSilence?: boolean;
  /** Sends the request before all waiting ones. */
  readonly urgent?: boolean;
  /** Sends the request once the others of its race have their turn too. */
  readonly barrier?: Barrier;
  /**
   * Returns how many requests of the budget must be left for others; if fewer would be left, the request is not sent.
   */
  readonly reservedRequests?: () => number;
}

/** The parts of a client for a whole run. */
export interface ClientOptions {
  readonly transport: Transport;
  readonly pacer: Pacer;
  readonly spending: Spending;
  readonly signal: AbortSignal;
  /** Returns the violations that the monitors find in a response. */
  readonly judge: (operation: Operation, response: Received, request: WireRequest) => readonly ResponseViolation[];
  readonly onExchange: (exchange: Exchange) => void;
  /** Called after a rejection for load with this status. The request is sent again after this many milliseconds. */
  readonly onRest?: (status: number, ms: number) => void;
  /** Throws for a request that must not be sent in this run. */
  readonly guard?: (operation: Operation | null, request: WireRequest) => void;
  /**
   * Valid keys of the target, which may limit requests without one separately. Without this list no request counts as
   * one without a key.
   */
  readonly keys?: readonly string[];
  /** Consecutive requests without a response after which the target counts as down. */
  readonly downAfter: number;
  /**
   * The timeout of the transport in milliseconds, from which unusually late responses are distinguished. Without it
   * none are.
   */
  readonly timeoutMs?: number;
  /**
   * Requests that may wait for a late response in addition to those in flight, so that one does not block the others.
   */
  readonly maxSlowResponses?: number;
  /**
   * Returns the requirement that is broken by an operation which never responds, or by the host of URLs outside the
   * API.
   */
  readonly requirementOf?: (operation: Operation | null, request: WireRequest) => string;
}
