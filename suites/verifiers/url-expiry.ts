import type { Exchange } from "../client/exchange.ts";
import { creationsIn, instantOf } from "../models/instant.ts";
import { expectThat } from "./expect.ts";
import { valueAt } from "./read.ts";

/**
 * The possible difference between the clocks of a storage and of the service that grants access, plus the duration of a
 * request.
 */
export const CLOCK_DIFFERENCE_MS = 60000;
/**
 * Returns the time after which a granted URL must expire: that of its response, or about that of the latest resource
 * that the target created before, by the same or a similar clock. NaN if neither is known.
 */
export function timeOf(exchange: Exchange, before: readonly Exchange[]): number {
  const own = instantOf(valueAt(exchange, "/meta/timestamp"));
  if (!Number.isNaN(own)) return own;
  const instants = before
    .filter(({ sequence }) => sequence < exchange.sequence)
    .flatMap(creationsIn)
    .map(instantOf);
  const known = instants.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? Number.NaN : Math.max(...known) - CLOCK_DIFFERENCE_MS;
}
/** Fails if a granted URL has expired when its response arrives. Returns false if there is no time to compare with. */
export function expectNotExpired(exchange: Exchange, before: readonly Exchange[]): boolean {
  const expiresAt = valueAt(exchange, "/data/expiresAt");
  const now = timeOf(exchange, before);
  if (typeof expiresAt !== "string" || Number.isNaN(now)) return false;
  expectThat(Date.parse(expiresAt) > now, {
    message: "a presigned URL must expire after the response that grants it",
    expected: `a time after ${new Date(now).toISOString()}`,
    actual: expiresAt,
    pointer: "/data/expiresAt",
    keyword: "expired",
  });
  return true;
}
