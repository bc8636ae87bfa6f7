import type { JsonObject } from "../../spec/json.ts";
import { type Exchange, headerOf } from "../client/exchange.ts";
import { instantOf } from "../models/instant.ts";
import type { ResolvedTarget } from "../target/types.ts";
import { valueAt } from "./read.ts";

/** Milliseconds that cover rounded times and the duration of a request. */
const MIN_TOLERANCE_MS = 2_000;

/**
 * Returns true for a memory that expired at about the time of the response. It may have been selected as current, or by
 * an index that learns of the expiry later, and be shown as expired. False if the response has no time.
 */
export function isExpiringNow(
  { context }: { readonly context: { readonly target: Pick<ResolvedTarget, "consistency"> } },
  { exchange }: { readonly exchange: Exchange },
  memory: JsonObject,
): boolean {
  if (memory.status !== "expired") return false;
  const now = instantOf(valueAt(exchange, "/meta/timestamp") ?? headerOf(exchange, "date"));
  const toleranceMs = Math.max(MIN_TOLERANCE_MS, context.target.consistency.timeoutMs);
  return Math.abs(now - instantOf(memory.expires_at)) <= toleranceMs;
}
