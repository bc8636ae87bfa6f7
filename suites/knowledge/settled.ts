import { type Exchange, headerOf, precedes } from "../client/exchange.ts";
import { instantOf } from "../models/instant.ts";
import { valueAt } from "../verifiers/read.ts";
import type { Knowledge } from "./knowledge.ts";

/** What many responses lie behind is everywhere on a target that never was seen to lag. */
export const RESPONSES_BETWEEN = 64;

/** A date header tells no fractions of a second. */
const CUT_MS = 1_000;

/**
 * True where what the one exchange showed is everywhere when the other is asked for: many responses later, and where the
 * target was seen to lag, as long as anything there may lag: some things lag for longer than others.
 */
export function isSettled(
  knowledge: Pick<Knowledge, "settlingMs" | "context">,
  one: Exchange,
  other: Exchange,
): boolean {
  const hasTime = knowledge.settlingMs() === 0 || isLongPast(knowledge, one, other);
  return hasTime && precedes(one, other) && one.sequence + RESPONSES_BETWEEN <= other.sequence;
}

/** True where the one came longer before the other, by the clock of the target, than anything there may lag by its target file. */
export function isLongPast({ context }: Pick<Knowledge, "context">, one: Exchange, other: Exchange): boolean {
  return precedes(one, other) && timeOf(other) - timeOf(one) > context.target.consistency.timeoutMs + CUT_MS;
}

function timeOf(exchange: Exchange): number {
  return instantOf(valueAt(exchange, "/meta/timestamp") ?? headerOf(exchange, "date"));
}
