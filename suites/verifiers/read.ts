import { excerpt } from "../../spec/excerpt.ts";
import { asObject, type Json, type JsonObject } from "../../spec/json.ts";
import { valueAt as valueIn } from "../../spec/pointer.ts";
import { type Exchange, jsonOf, type Received } from "../client/exchange.ts";
import { isPlanRejection } from "../client/load-rejection.ts";
import { Inconclusive, NoResponse, UsedUp } from "../client/unanswered.ts";

/** Why there is no response where every attempt was rejected for its rate. */
export const RATE_LIMITED = "rate limited to the end (429)";

/** Broken where the code says that the target could not respond and the status says something else: no response either. */
const UNABLE = ["statuses.rate-limited", "statuses.unavailable", "statuses.internal"];

/** The response, or Inconclusive when none came, or when it only says that the target is busy. */
export function requireResponse(exchange: Exchange): Received {
  const { outcome } = exchange;
  if (outcome.kind === "none") throw new NoResponse(`no response: ${outcome.message}`);
  if (outcome.status === 429) throw new Inconclusive(RATE_LIMITED);
  if (outcome.status === 503) throw new NoResponse("the target stayed unavailable (503)");
  if (isPlanRejection(exchange)) {
    throw new UsedUp("the monthly task allowance of the caller is used up (plan_limit_reached)");
  }
  const unable = exchange.violations.find(({ requirement }) => UNABLE.includes(requirement));
  if (unable) throw new Inconclusive(`blocked: ${unable.message}`, unable.requirement);
  return outcome;
}

/** Whether a response came that tells anything. */
export function isAnswered(exchange: Exchange): boolean {
  try {
    requireResponse(exchange);
    return true;
  } catch (error) {
    if (error instanceof Inconclusive) return false;
    throw error;
  }
}

/** Characters of a code that are looked at: no code of the contract has as many. */
const CODE_KEPT = 100;

/** The error code of a failure body, or undefined. */
export function errorCode(exchange: Exchange): string | undefined {
  const { code } = errorOf(exchange);
  return typeof code === "string" ? excerpt(code, CODE_KEPT) : undefined;
}

/** The error of a failure body as it came, empty where there is none: what a monitor finds broken there can be quoted all the same. */
export function errorOf(exchange: Exchange): JsonObject {
  const body = jsonOf(exchange);
  return asObject(asObject(body).error);
}

/**
 * The value at a JSON pointer of the response body, or undefined where there is none.
 * A place that a monitor found broken has no usable value: Inconclusive, blocked by that finding.
 */
export function valueAt(exchange: Exchange, pointer: string): Json | undefined {
  stopAtViolation(exchange, pointer);
  const body = jsonOf(exchange);
  return body === undefined ? undefined : valueIn(body, pointer);
}

/** A string that must be there to go on; Inconclusive without it. */
export function stringAt(exchange: Exchange, pointer: string): string {
  const value = valueAt(exchange, pointer);
  if (typeof value !== "string") throw new Inconclusive(`the response has no text at ${pointer}`);
  return value;
}

/**
 * The address that a response gives, to send a request to. One that begins with a slash is relative to the address that was
 * asked (RFC 3986, 4.2): the contract says of no address that it is absolute. Inconclusive without a text.
 */
export function addressAt(exchange: Exchange, pointer: string): string {
  const text = stringAt(exchange, pointer);
  const { url } = exchange.request;
  return text.startsWith("/") && URL.canParse(text, url) ? new URL(text, url).href : text;
}

/** A list that must be there to go on; Inconclusive without it. */
export function listAt(exchange: Exchange, pointer: string): Json[] {
  const value = valueAt(exchange, pointer);
  if (!Array.isArray(value)) throw new Inconclusive(`the response has no list at ${pointer}`);
  return value;
}

/** What says that something appears twice: the list is broken then, and each id in it can be read all the same. */
const READABLE = "once";

function stopAtViolation(exchange: Exchange, pointer: string): void {
  const violation = exchange.violations.find((found) => found.verifier !== READABLE && covers(found.pointer, pointer));
  if (violation) throw new Inconclusive(`blocked: ${violation.message}`, violation.requirement);
}

/** True when a violation at one place makes another unreadable: the place itself, or what it is in. */
function covers(broken: string, wanted: string): boolean {
  return broken === wanted || broken === "" || wanted.startsWith(`${broken}/`);
}

/** True for a field without a value: absent, null or empty. */
export function isUnset(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "";
}
