import type { Exchange } from "../client/exchange.ts";
import { creationsIn, instantOf } from "../models/instant.ts";
import { expectThat } from "./expect.ts";
import { valueAt } from "./read.ts";

/** What may lie between the clocks of a store and of what grants access to it, in addition to the time that a request takes. */
export const BETWEEN_CLOCKS_MS = 60000;
/**
 * The time from which what a response grants has to live on: its own, or else about that of the last thing that the target
 * had created before, by the same clock or a similar one. Not a number where neither is stated.
 */
export function timeOf(exchange: Exchange, before: readonly Exchange[]): number {
  const own = instantOf(valueAt(exchange, "/meta/timestamp"));
  if (!Number.isNaN(own)) return own;
  const made = before
    .filter(({ sequence }) => sequence < exchange.sequence)
    .flatMap(creationsIn)
    .map(instantOf);
  const known = made.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? Number.NaN : Math.max(...known) - BETWEEN_CLOCKS_MS;
}
/** Fails when what is granted has expired in the moment of its response; false where nothing tells a time to compare with. */
export function expectLiving(exchange: Exchange, before: readonly Exchange[]): boolean {
  const expiresAt = valueAt(exchange, "/data/expiresAt");
  const now = timeOf(exchange, before);
  if (typeof expiresAt !== "string" || Number.isNaN(now)) return false;
  expectThat(Date.parse(expiresAt) > now, {
    message: "what is granted must expire after the response that grants it",
    expected: `a time after ${new Date(now).toISOString()}`,
    actual: expiresAt,
    pointer: "/data/expiresAt",
    keyword: "expired",
  });
  return true;
}
