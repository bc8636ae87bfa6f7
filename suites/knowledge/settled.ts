import { type Exchange, headerOf, precedes } from "../client/exchange.ts";
import { instantOf } from "../models/instant.ts";
import { valueAt } from "../verifiers/read.ts";
import type { Knowledge } from "./knowledge.ts";

/** After this many responses a change is visible everywhere on a target that never was seen to lag. */
export const RESPONSES_BETWEEN = 64;

/** A date header has no fractions of a second. */
const DATE_HEADER_PRECISION_MS = 1_000;

/**
 * Returns true if what the first exchange showed must be visible everywhere when the second is sent: many responses
 * later and, if the target was seen to lag, after the longest lag that its target file allows, since some resources lag
 * longer than others.
 */
export function isSettled(
  knowledge: Pick<Knowledge, "settlingMs" | "context">,
  one: Exchange,
  other: Exchange,
): boolean {
  const hasTime = knowledge.settlingMs() === 0 || isLongPast(knowledge, one, other);
  return hasTime && precedes(one, other) && one.sequence + RESPONSES_BETWEEN <= other.sequence;
}

/**
 * Returns true if, by the target's clock, the first exchange came before the second by more than the longest lag that
 * the target file allows.
 */
export function isLongPast({ context }: Pick<Knowledge, "context">, one: Exchange, other: Exchange): boolean {
  return (
    precedes(one, other) &&
    timeOf(other) - timeOf(one) > context.target.consistency.timeoutMs + DATE_HEADER_PRECISION_MS
  );
}

function timeOf(exchange: Exchange): number {
  return instantOf(valueAt(exchange, "/meta/timestamp") ?? headerOf(exchange, "date"));
}
