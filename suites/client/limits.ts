import { createConcurrency } from "./concurrency.ts";
import { createRate } from "./rate.ts";

/** The limits of the run, and those of the target as far as its rejections have shown them. */
export interface Limits {
  /** Returns how many requests may be in flight at once. */
  places(): number;
  /** Returns the milliseconds between the starts of two requests; 0 for none. */
  gap(): number;
  /** Notes the start of a request. */
  started(): void;
  /** Notes a request that was served and not rejected for its rate. */
  accepted(): void;
  /** Notes a rejection for the rate that asks for a rest of this many milliseconds. */
  rejected(restMs: number): Rejection;
  /**
   * Notes a rejection with 503. Returns true if it is a limit on simultaneous requests, false if it need not be one.
   */
  unavailable(): boolean;
}

/**
 * The meaning of a rejection for the rate: "alone" proves nothing about other requests; "limit" is one of many, from
 * which a rate is learned; "used-up" ends a time window, after which as many requests may be sent as before.
 */
export type Rejection = "alone" | "limit" | "used-up";

export interface LimitOptions {
  /** Maximum number of requests in flight at once. */
  readonly concurrency: number;
  /** Maximum number of requests started in any second; 0 for no limit. */
  readonly perSecond: number;
  readonly now?: () => number;
}

/** This many rejections among the last responses are a limit. A target that sheds load at random rejects fewer. */
const REJECTIONS_OF_A_LIMIT = 3;
const LAST_RESPONSES = 20;
/** The same for 503, which usually has other reasons: a limit rejects most simultaneous requests. */
const UNAVAILABLE_OF_A_LIMIT = 8;
/**
 * A target that asks for such a rest after this many responses counts per minute or hour, and accepts them as fast as
 * they come.
 */
const REST_OF_A_WINDOW_MS = 2_000;
const RESPONSES_OF_A_WINDOW = 100;
/** A rate below this share of the rate at which single requests were rejected cannot be the reason for a rejection. */
const SAFE_SHARE = 0.8;

/**
 * Creates the limits. A rejection does not show whether too many requests came at once or per second. Fewer at once are
 * tried first, as this costs little: a request that is rejected although it comes alone is rejected for its rate.
 */
export function createLimits({ concurrency, perSecond, now = Date.now }: LimitOptions): Limits {
  const places = createConcurrency(concurrency);
  const rate = createRate({ perSecond, now });
  const outcomes: boolean[] = [];
  let mayLearn = true;
  /** A number of requests per second that was too high; null while none is known. */
  let tooFast: number | null = null;
  let isOutOfService = false;
  let rejectedInRow = 0;
  /** Responses since the last limit. */
  let sinceLimit = 0;

  function note(isRejected: boolean): void {
    outcomes.push(isRejected);
    if (outcomes.length > LAST_RESPONSES) outcomes.shift();
  }

  function learn(): void {
    const recentRate = rate.lastSecond();
    if (places.limit() > 1 && (tooFast === null || recentRate < SAFE_SHARE * tooFast)) places.lower();
    else if (recentRate > 0) {
      rate.lower();
      tooFast = recentRate;
    }
    endLearning();
  }

  function endLearning(): void {
    outcomes.length = 0;
    // Requests in flight with a rejected one are rejected too, so the next lesson needs a request that is sent after
    // this one.
    mayLearn = false;
  }

  return {
    places: places.limit,
    gap: rate.gap,
    started: rate.started,
    accepted() {
      note(false);
      rate.accepted();
      places.accepted();
      mayLearn = true;
      rejectedInRow = 0;
      sinceLimit += 1;
    },
    rejected(restMs) {
      if (!mayLearn) return "limit";
      note(true);
      if (outcomes.filter(Boolean).length < REJECTIONS_OF_A_LIMIT) return "alone";
      const isWindowUsedUp = restMs >= REST_OF_A_WINDOW_MS && sinceLimit >= RESPONSES_OF_A_WINDOW;
      sinceLimit = 0;
      if (isWindowUsedUp) endLearning();
      else learn();
      return isWindowUsedUp ? "used-up" : "limit";
    },
    unavailable() {
      if (isOutOfService) return false;
      rejectedInRow += 1;
      if (mayLearn) note(true);
      const areMostRejected = mayLearn && outcomes.filter(Boolean).length >= UNAVAILABLE_OF_A_LIMIT;
      // A request that is rejected although it comes alone, or again and again, is rejected for a reason unrelated to
      // other requests.
      if (rejectedInRow > LAST_RESPONSES || (areMostRejected && places.limit() === 1)) {
        isOutOfService = true;
        places.restore();
        return false;
      }
      if (areMostRejected) {
        places.lower();
        endLearning();
      }
      return !mayLearn;
    },
  };
}
