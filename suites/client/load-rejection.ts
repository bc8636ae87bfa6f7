import { isObject } from "../../spec/json.ts";
import { type Exchange, headerOf, jsonOf, statusOf } from "./exchange.ts";

/** The error code of a creation beyond the plan's allowance (contract: Endpoints / POST /v1/agent/create-task). */
export const PLAN_LIMIT = "plan_limit_reached";

/** A rejection for a spent plan may also carry 429, and no waiting helps against it. */
export function isPlanRejection(exchange: Exchange): boolean {
  const body = jsonOf(exchange);
  return isObject(body) && isObject(body.error) && body.error.code === PLAN_LIMIT;
}

/** A rejection for the rate of the requests. */
export function isRateRejection(exchange: Exchange): boolean {
  return statusOf(exchange) === 429 && !isPlanRejection(exchange);
}

/**
 * How long the target asks to wait, in milliseconds; null where it does not say. A date is one of its own clock, which may
 * differ from ours: its response tells it.
 */
export function retryAfterMs(exchange: Exchange): number | null {
  return restAskedFor(headerOf(exchange, "retry-after"), headerOf(exchange, "date"));
}

/** The same from the two headers that tell of it. */
export function restAskedFor(header: string | undefined, sentAt: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  const theirs = Date.parse(sentAt ?? "");
  return Number.isNaN(date) ? null : Math.max(0, date - (Number.isNaN(theirs) ? Date.now() : theirs));
}
