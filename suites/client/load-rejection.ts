import { isObject } from "../../spec/json.ts";
import { type Exchange, headerOf, jsonOf, statusOf } from "./exchange.ts";

/** The error code of a creation beyond the plan's allowance (contract: Endpoints / POST /v1/agent/create-task). */
export const PLAN_LIMIT = "plan_limit_reached";

/** Returns true for a rejection for a used-up plan. It may also have status 429, and waiting does not help. */
export function isPlanRejection(exchange: Exchange): boolean {
  const body = jsonOf(exchange);
  return isObject(body) && isObject(body.error) && body.error.code === PLAN_LIMIT;
}

/** Returns true for a rejection for the rate of requests. */
export function isRateRejection(exchange: Exchange): boolean {
  return statusOf(exchange) === 429 && !isPlanRejection(exchange);
}

/** Returns true if the target accepted or rejected the request itself. A lost response or a rate limit decides nothing. */
export function isDecided(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status === 200 || (status >= 400 && status < 500 && !isRateRejection(exchange));
}

/**
 * Returns how long the target asks to wait, in milliseconds; null if it does not say. A date is by the target's clock,
 * which may differ from ours and is known from its response.
 */
export function retryAfterMs(exchange: Exchange): number | null {
  return parseRetryAfter(headerOf(exchange, "retry-after"), headerOf(exchange, "date"));
}

/** Returns the same from the two headers, `retry-after` and `date`. */
export function parseRetryAfter(header: string | undefined, sentAt: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  const theirs = Date.parse(sentAt ?? "");
  return Number.isNaN(date) ? null : Math.max(0, date - (Number.isNaN(theirs) ? Date.now() : theirs));
}
