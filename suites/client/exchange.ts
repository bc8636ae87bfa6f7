import type { Operation } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";

/** A request as it is sent. */
export interface WireRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** A complete response. */
export interface Received {
  readonly kind: "response";
  readonly status: number;
  /** Header names are in lower case; repeated headers are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The body as JSON, or why it is not JSON. */
  readonly json: { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: string };
}

/**
 * No complete response arrived.
 *
 * - `too-large`: the response was larger than the limit.
 * - `unsendable`: the request is not valid: its URL, method or headers, which the target gave, cannot be sent.
 * - `withheld`: the request was not sent because its URL is not one of the target.
 */
export interface NotReceived {
  readonly kind: "none";
  readonly reason: "timeout" | "unreachable" | "broken" | "too-large" | "unsendable" | "withheld" | "aborted";
  readonly message: string;
}

/** A violation that a monitor found in a response. */
export interface ResponseViolation {
  /** Id of the requirement that is broken. */
  readonly requirement: string;
  readonly verifier: string;
  /** JSON pointer into the response body. */
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** One request with its outcome and the monitors' judgement of the response. */
export interface Exchange {
  /** Position among all exchanges of the run, in the order of the responses. */
  readonly sequence: number;
  /** Position of the last exchange that had ended when this one was sent. */
  readonly sentAfter: number;
  readonly operation: Operation | null;
  readonly request: WireRequest;
  readonly outcome: Received | NotReceived;
  readonly durationMs: number;
  readonly violations: readonly ResponseViolation[];
  /** True if the same request got 503 or no response before. It is unknown whether it was performed then too. */
  readonly mayBeSecond?: boolean;
}

/** Returns the status of the response; 0 without one. */
export function statusOf(exchange: Exchange): number {
  return exchange.outcome.kind === "response" ? exchange.outcome.status : 0;
}

/**
 * Returns true if the first exchange had ended before the second was sent. Requests in flight together may be performed
 * in either order.
 */
export function precedes(one: Exchange, other: Exchange): boolean {
  return one.sequence <= other.sentAfter;
}

/** Returns the response body as JSON; undefined without a response or if the body is not JSON. */
export function jsonOf(exchange: Exchange): Json | undefined {
  return exchange.outcome.kind === "response" && exchange.outcome.json.ok ? exchange.outcome.json.value : undefined;
}

/** Returns a response header; undefined if there is none. The name is not case-sensitive. */
export function headerOf(exchange: Exchange, name: string): string | undefined {
  return exchange.outcome.kind === "response" ? exchange.outcome.headers[name.toLowerCase()] : undefined;
}

/** Returns true if nothing of the request has reached the target. */
export function isUnreachable(outcome: Received | NotReceived): boolean {
  return outcome.kind === "none" && outcome.reason === "unreachable";
}
