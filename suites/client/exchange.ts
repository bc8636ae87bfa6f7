import type { Operation } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";

/** A request as it goes on the wire. */
export interface WireRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** A response that arrived whole. */
export interface Received {
  readonly kind: "response";
  readonly status: number;
  /** Header names in lower case; repeated ones joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The body as JSON, or why it is none. */
  readonly json: { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: string };
}

/**
 * No whole response arrived.
 *
 * - `too-large`: one was on its way that is larger than anybody would read.
 * - `unsendable`: there is no such request: its address, method or headers, which the target gave, cannot be sent.
 * - `withheld`: it could be sent, and is not: the address is not one of the target.
 */
export interface NotReceived {
  readonly kind: "none";
  readonly reason: "timeout" | "unreachable" | "broken" | "too-large" | "unsendable" | "withheld" | "aborted";
  readonly message: string;
}

/** A place where a monitor found a response broken. */
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
  /** Position of the last one that had a response when this one was sent. */
  readonly sentAfter: number;
  readonly operation: Operation | null;
  readonly request: WireRequest;
  readonly outcome: Received | NotReceived;
  readonly durationMs: number;
  readonly violations: readonly ResponseViolation[];
  /** True where the same request got 503 or no response before: whether it was performed then as well nobody knows. */
  readonly mayBeSecond?: boolean;
}

/** Status of the response, or 0 when none came. */
export function statusOf(exchange: Exchange): number {
  return exchange.outcome.kind === "response" ? exchange.outcome.status : 0;
}

/** True where the one had a response when the other was sent: of two at once the target may have performed either first. */
export function precedes(one: Exchange, other: Exchange): boolean {
  return one.sequence <= other.sentAfter;
}

/** The response body as JSON, or undefined when there is no response or its body is no JSON. */
export function jsonOf(exchange: Exchange): Json | undefined {
  return exchange.outcome.kind === "response" && exchange.outcome.json.ok ? exchange.outcome.json.value : undefined;
}

/** A header of the response in lower case, or undefined. */
export function headerOf(exchange: Exchange, name: string): string | undefined {
  return exchange.outcome.kind === "response" ? exchange.outcome.headers[name.toLowerCase()] : undefined;
}

/** Nothing of the request has reached the target. */
export function isUnreachable(outcome: Received | NotReceived): boolean {
  return outcome.kind === "none" && outcome.reason === "unreachable";
}
