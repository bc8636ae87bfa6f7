import type { JsonObject } from "../../spec/json.ts";
import { type Exchange, headerOf } from "../client/exchange.ts";
import { instantOf } from "../models/instant.ts";
import type { ResolvedTarget } from "../target/types.ts";
import { valueAt } from "./read.ts";

/** What the times of a response may be cut by, and how long a request is under way: milliseconds. */
const LEAST_MS = 2_000;

/**
 * True for a memory whose lifetime ended about when the response was given: it may be picked as a current one, or by an index
 * that hears of the end later, and be shown as expired. A response that tells no time decides nothing.
 */
export function isLapsing(
  { context }: { readonly context: { readonly target: Pick<ResolvedTarget, "consistency"> } },
  { exchange }: { readonly exchange: Exchange },
  memory: JsonObject,
): boolean {
  if (memory.status !== "expired") return false;
  const now = instantOf(valueAt(exchange, "/meta/timestamp") ?? headerOf(exchange, "date"));
  const patience = Math.max(LEAST_MS, context.target.consistency.timeoutMs);
  return Math.abs(now - instantOf(memory.expires_at)) <= patience;
}
