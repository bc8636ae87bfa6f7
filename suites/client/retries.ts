import type { Operation } from "../../spec/document/model.ts";
import { type Exchange, isUnreachable, statusOf, type WireRequest } from "./exchange.ts";
import { isPlanRejection, retryAfterMs } from "./load-rejection.ts";

/**
 * Which requests are sent again: all that may be repeated, none, or only those rejected with 429, which the target has not
 * performed. Repeating one whose response was lost could use up a second time what can be used once.
 */
export type Retry = boolean | "only-429";

/** Before a request is sent again: a rest that the target asks for, a pause for all while it starts again, or a wait of this request alone. */
export interface Wait {
  readonly kind: "rest" | "restart" | "repeat";
  readonly ms: number;
}

/** The attempts of one request. */
export interface Retries {
  /** What to wait for before the next attempt; null when the exchange is the last. */
  next(exchange: Exchange): Wait | null;
  /** True where the request is sent again if no response comes, and does no harm: so long an attempt need not wait for one. */
  mayRepeatSafely(request: WireRequest, operation: Operation | null): boolean;
  /** True when an earlier attempt may have done what this one does again. */
  mayBeSecond(): boolean;
  /** True for a rejection that may come of an earlier attempt that was performed, and whose response is lost. */
  mayComeOfEarlier(again: Exchange): boolean;
}

export interface RetriesOptions {
  readonly retry: Retry;
  /** Longest wait for one rejection, in milliseconds. */
  readonly maxWaitMs: number;
  readonly isStartingAnew: () => boolean;
  /** True for a part of the target that starts again alone: nobody else waits for it. */
  readonly isApart?: boolean;
  /** True for a request that has to be rejected, however often it comes: without a key that opens anything, or against a rule. */
  readonly hasToBeRejected?: boolean;
}

const MAX_ATTEMPTS = 6;
/** How often a request without a response is sent again. What it creates or changes may be performed more than once then. */
const REPEATS = 2;
/** The first wait; later ones are longer. */
const SHORT_MS = 100;
/** The first wait for a target that closes connections while it restarts. */
const LONGER_MS = 800;

/** So much later than asked who was rejected again comes back, for each rejection, in milliseconds. */
const LATER_MS = 150;

/** Retries for one request that is about to be sent. */
export function createRetries(options: RetriesOptions): Retries {
  const { retry, maxWaitMs, isStartingAnew, isApart = false, hasToBeRejected = false } = options;
  let attempts = 0;
  let repeats = 0;
  let mayBeSecond = false;
  let hasBeenLost = false;
  return {
    next(exchange) {
      attempts += 1;
      if (retry === false || attempts >= MAX_ATTEMPTS) return null;
      if (retry === "only-429" && statusOf(exchange) !== 429) return null;
      mayBeSecond ||= mayBePerformed(exchange);
      hasBeenLost ||= statusOf(exchange) === 0;
      const rest = restFor(exchange, attempts, maxWaitMs);
      if (rest !== null) return { kind: "rest", ms: rest };
      if (!isWithoutResponse(exchange)) return null;
      const restart: Wait | null = isStartingAnew()
        ? { kind: isApart ? "repeat" : "restart", ms: restartMs(exchange, attempts) }
        : null;
      // What does no harm is repeated for as long as a restart may take.
      if (restart !== null && isHarmless(exchange, hasToBeRejected)) return restart;
      if (repeats >= REPEATS) return null;
      repeats += 1;
      return restart ?? { kind: "repeat", ms: SHORT_MS * repeats };
    },
    mayRepeatSafely: (request, operation) =>
      retry === true &&
      attempts < MAX_ATTEMPTS - 1 &&
      repeats < REPEATS &&
      (hasToBeRejected || isRead(request, operation)),
    mayBeSecond: () => mayBeSecond,
    mayComeOfEarlier(again) {
      const status = statusOf(again);
      const effect = again.operation?.effect;
      if (!mayBeSecond || hasToBeRejected || effect === "read") return false;
      // What is created twice conflicts with itself; how a second change or upload is rejected is open.
      if (status === 409 || effect === "create") return status === 409;
      return hasBeenLost && status >= 400 && status < 500 && status !== 429;
    },
  };
}

/** Milliseconds to wait before a rejection for load is tried again; null when it is no such rejection. */
function restFor(exchange: Exchange, attempts: number, maxWaitMs: number): number | null {
  const status = statusOf(exchange);
  if (status !== 429 && status !== 503) return null;
  if (isPlanRejection(exchange)) return null;
  const asked = retryAfterMs(exchange);
  const usual = Math.min(maxWaitMs, 250 * 2 ** (attempts - 1));
  // Whole seconds that are rounded down say nothing of the rest that is left: who has come back without success waits all the same.
  // Where a target counts by the second, who comes late in one would come as late in the next, when as much is used up.
  if (asked !== null && asked <= maxWaitMs) return attempts > 1 ? Math.max(asked, usual) + LATER_MS * attempts : asked;
  if (asked !== null || (status === 503 && attempts > 2)) return null;
  return usual;
}

/** A connection that is taken and closed costs both sides more than one that is rejected: the target is asked less often. */
function restartMs({ outcome }: Exchange, attempts: number): number {
  return (isUnreachable(outcome) ? SHORT_MS : LONGER_MS) * 2 ** (attempts - 1);
}

/** No response to a request that was sent, or could not be sent as there was no connection. */
function isWithoutResponse({ outcome }: Exchange): boolean {
  return isUnreachable(outcome) || (outcome.kind === "none" && ["broken", "timeout"].includes(outcome.reason));
}

/** What has reached nobody, reads, or has to be rejected does the same however often it comes. */
function isHarmless({ outcome, operation, request }: Exchange, hasToBeRejected: boolean): boolean {
  return isUnreachable(outcome) || hasToBeRejected || isRead(request, operation);
}

function isRead({ method }: WireRequest, operation: Operation | null): boolean {
  return operation?.effect === "read" || (operation === null && method === "GET");
}

/** Whether the target may have done what it was asked for, although it does not say so. */
function mayBePerformed({ outcome }: Exchange): boolean {
  if (outcome.kind === "response") return outcome.status === 503;
  return outcome.reason === "broken" || outcome.reason === "timeout";
}
