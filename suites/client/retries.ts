import type { Operation } from "../../spec/document/model.ts";
import { type Exchange, isUnreachable, statusOf, type WireRequest } from "./exchange.ts";
import { isPlanRejection, retryAfterMs } from "./load-rejection.ts";

/**
 * Which requests are sent again: all that may be repeated, none, or only those rejected with 429, which the target has
 * not performed. Repeating a request whose response was lost could use up a single-use resource twice.
 */
export type Retry = boolean | "only-429";

/**
 * A wait before a request is sent again: a rest that the target asks for, a pause of all while it restarts, or a wait
 * of this request only.
 */
export interface Wait {
  readonly kind: "rest" | "restart" | "repeat";
  readonly ms: number;
}

/** The attempts of one request. */
export interface Retries {
  /** Returns the wait before the next attempt; null if the exchange is the last. */
  next(exchange: Exchange): Wait | null;
  /**
   * Returns true if the request would be repeated without a response and does no harm: such an attempt need not wait
   * long for one.
   */
  mayRepeatSafely(request: WireRequest, operation: Operation | null): boolean;
  /** Returns true if an earlier attempt may have been performed too. */
  mayBeRepeated(): boolean;
  /**
   * Returns true for a rejection that an earlier attempt may have caused, which was performed and whose response was
   * lost.
   */
  mayResultFromEarlier(again: Exchange): boolean;
}

export interface RetriesOptions {
  readonly retry: Retry;
  /** Longest wait for one rejection, in milliseconds. */
  readonly maxWaitMs: number;
  readonly isRestarting: () => boolean;
  /** True for a part of the target that restarts on its own: other requests do not wait for it. */
  readonly restartsSeparately?: boolean;
  /** True for a request that must be rejected however often it is sent: without a valid key, or against a rule. */
  readonly mustBeRejected?: boolean;
}

const MAX_ATTEMPTS = 6;
/**
 * How often a request without a response is sent again. Its creation or change may then be performed more than once.
 */
const REPEATS = 2;
/** The first wait; later ones are longer. */
const SHORT_MS = 100;
/** The first wait for a target that closes connections while it restarts. */
const LONGER_MS = 800;

/** Additional milliseconds to wait after each repeated rejection. */
const LATER_MS = 150;

/** Creates the retries of one request that is about to be sent. */
export function createRetries(options: RetriesOptions): Retries {
  const { retry, maxWaitMs, isRestarting, restartsSeparately = false, mustBeRejected = false } = options;
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
      const restart: Wait | null = isRestarting()
        ? { kind: restartsSeparately ? "repeat" : "restart", ms: restartMs(exchange, attempts) }
        : null;
      // Requests that change nothing when repeated are sent again for as long as a restart may take.
      if (restart !== null && isHarmless(exchange, mustBeRejected)) return restart;
      if (repeats >= REPEATS) return null;
      repeats += 1;
      return restart ?? { kind: "repeat", ms: SHORT_MS * repeats };
    },
    mayRepeatSafely: (request, operation) =>
      retry === true &&
      attempts < MAX_ATTEMPTS - 1 &&
      repeats < REPEATS &&
      (mustBeRejected || isRead(request, operation)),
    mayBeRepeated: () => mayBeSecond,
    mayResultFromEarlier(again) {
      const status = statusOf(again);
      const effect = again.operation?.effect;
      if (!mayBeSecond || mustBeRejected || effect === "read") return false;
      // A second creation conflicts with the first; how a second change or upload is rejected is open.
      if (status === 409 || effect === "create") return status === 409;
      return hasBeenLost && status >= 400 && status < 500 && status !== 429;
    },
  };
}

/** Returns the milliseconds to wait after a rejection for load; null if it is not one or is not worth a retry. */
function restFor(exchange: Exchange, attempts: number, maxWaitMs: number): number | null {
  const status = statusOf(exchange);
  if (status !== 429 && status !== 503) return null;
  if (isPlanRejection(exchange)) return null;
  const requestedMs = retryAfterMs(exchange);
  const usual = Math.min(maxWaitMs, 250 * 2 ** (attempts - 1));
  // Whole seconds may be rounded down and leave some of the rest out, so a request that was rejected again also waits
  // the usual time. The additional delay matters for a target that counts per second: a request that comes late in one
  // second would come as late in the next, when as much is used up.
  if (requestedMs !== null && requestedMs <= maxWaitMs)
    return attempts > 1 ? Math.max(requestedMs, usual) + LATER_MS * attempts : requestedMs;
  if (requestedMs !== null || (status === 503 && attempts > 2)) return null;
  return usual;
}

/**
 * Returns the wait during a restart. A connection that is accepted and closed costs both sides more than a refused one,
 * so it is tried less often.
 */
function restartMs({ outcome }: Exchange, attempts: number): number {
  return (isUnreachable(outcome) ? SHORT_MS : LONGER_MS) * 2 ** (attempts - 1);
}

/** Returns true if a request got no response, or could not be sent without a connection. */
function isWithoutResponse({ outcome }: Exchange): boolean {
  return isUnreachable(outcome) || (outcome.kind === "none" && ["broken", "timeout"].includes(outcome.reason));
}

/** Returns true for a request that did not arrive, reads, or must be rejected: repeating it changes nothing. */
function isHarmless({ outcome, operation, request }: Exchange, mustBeRejected: boolean): boolean {
  return isUnreachable(outcome) || mustBeRejected || isRead(request, operation);
}

function isRead({ method }: WireRequest, operation: Operation | null): boolean {
  return operation?.effect === "read" || (operation === null && method === "GET");
}

/** Returns true if the target may have performed the request although its response does not say so. */
function mayBePerformed({ outcome }: Exchange): boolean {
  if (outcome.kind === "response") return outcome.status === 503;
  return outcome.reason === "broken" || outcome.reason === "timeout";
}
