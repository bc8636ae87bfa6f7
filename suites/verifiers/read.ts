import { excerpt } from "../../spec/excerpt.ts";
import { asObject, type Json, type JsonObject } from "../../spec/json.ts";
import { valueAt as valueIn } from "../../spec/pointer.ts";
import { type Exchange, jsonOf, type Received } from "../client/exchange.ts";
import { Inconclusive, NoResponse, QuotaExhausted } from "../client/inconclusive.ts";
import { isPlanRejection } from "../client/load-rejection.ts";

/** The reason if every attempt was rejected because of the rate limit. */
export const RATE_LIMITED = "rate limited to the end (429)";

/**
 * Requirements that are violated if the error code says that the target could not respond and the status does not: no
 * usable response either.
 */
const BUSY_REQUIREMENTS = ["statuses.rate-limited", "statuses.unavailable", "statuses.internal"];

/** Returns the response. Throws Inconclusive if there is none, or if it only says that the target is busy. */
export function requireResponse(exchange: Exchange): Received {
  const { outcome } = exchange;
  if (outcome.kind === "none") throw new NoResponse(`no response: ${outcome.message}`);
  if (outcome.status === 429) throw new Inconclusive(RATE_LIMITED);
  if (outcome.status === 503) throw new NoResponse("the target stayed unavailable (503)");
  if (isPlanRejection(exchange)) {
    throw new QuotaExhausted("the monthly task allowance of the caller is used up (plan_limit_reached)");
  }
  const busy = exchange.violations.find(({ requirement }) => BUSY_REQUIREMENTS.includes(requirement));
  if (busy) throw new Inconclusive(`blocked: ${busy.message}`, busy.requirement);
  return outcome;
}

/** Returns true if there is a usable response. */
export function hasUsableResponse(exchange: Exchange): boolean {
  try {
    requireResponse(exchange);
    return true;
  } catch (error) {
    if (error instanceof Inconclusive) return false;
    throw error;
  }
}

/** The characters of an error code that are read. No code of the contract is longer. */
const MAX_CODE_CHARACTERS = 100;

/** Returns the error code of a failure body, or undefined. */
export function errorCode(exchange: Exchange): string | undefined {
  const { code } = errorOf(exchange);
  return typeof code === "string" ? excerpt(code, MAX_CODE_CHARACTERS) : undefined;
}

/**
 * Returns the error of a failure body as received; empty if there is none. It is available even if a monitor found it
 * invalid, so that it can be quoted.
 */
export function errorOf(exchange: Exchange): JsonObject {
  const body = jsonOf(exchange);
  return asObject(asObject(body).error);
}

/**
 * Returns the value at a JSON pointer of the response body; undefined if there is none. Throws Inconclusive, blocked by
 * that finding, if a monitor found the place invalid.
 */
export function valueAt(exchange: Exchange, pointer: string): Json | undefined {
  stopAtViolation(exchange, pointer);
  const body = jsonOf(exchange);
  return body === undefined ? undefined : valueIn(body, pointer);
}

/** Returns the string at a pointer. Throws Inconclusive without one. */
export function stringAt(exchange: Exchange, pointer: string): string {
  const value = valueAt(exchange, pointer);
  if (typeof value !== "string") throw new Inconclusive(`the response has no text at ${pointer}`);
  return value;
}

/**
 * Returns the URL at a pointer, for a request. One that begins with a slash is relative to the URL of this request (RFC
 * 3986, 4.2), since the contract requires of no URL that it is absolute. Throws Inconclusive without a text.
 */
export function urlAt(exchange: Exchange, pointer: string): string {
  const text = stringAt(exchange, pointer);
  const { url } = exchange.request;
  return text.startsWith("/") && URL.canParse(text, url) ? new URL(text, url).href : text;
}

/** Returns the list at a pointer. Throws Inconclusive without one. */
export function listAt(exchange: Exchange, pointer: string): Json[] {
  const value = valueAt(exchange, pointer);
  if (!Array.isArray(value)) throw new Inconclusive(`the response has no list at ${pointer}`);
  return value;
}

/** The verifier of repeated items. Such a list is invalid, but each id in it can still be read. */
const REPEAT_VERIFIER = "once";

function stopAtViolation(exchange: Exchange, pointer: string): void {
  const violation = exchange.violations.find(
    (found) => found.verifier !== REPEAT_VERIFIER && covers(found.pointer, pointer),
  );
  if (violation) throw new Inconclusive(`blocked: ${violation.message}`, violation.requirement);
}

/** Returns true if a violation at one pointer makes another unreadable: the same one, or one inside it. */
function covers(broken: string, requested: string): boolean {
  return broken === requested || broken === "" || requested.startsWith(`${broken}/`);
}

/** Returns true for a field without a value: absent, null or empty. */
export function isUnset(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "";
}
