import { createPlaces } from "./places.ts";
import { createRate } from "./rate.ts";

/** The limits of the run, and those of the target as far as its rejections have shown them. */
export interface Limits {
  /** Requests that may be in flight at once. */
  places(): number;
  /** Milliseconds from the start of one request to that of the next; 0 for no distance. */
  gap(): number;
  /** A request starts. */
  started(): void;
  /** A request was served, and not rejected for its rate. */
  accepted(): void;
  /** A request was rejected for its rate, with a rest of this many milliseconds. */
  rejected(askedMs: number): Rejection;
  /** A request was rejected with 503. True where that is a limit of what comes at once, false where it need not be one. */
  unavailable(): boolean;
}

/**
 * What a rejection for the rate is: a lone one, which says nothing of the others; one of many, from which a pace is learned; or
 * the word that what may be sent until then is used up, after which as much may be sent as before.
 */
export type Rejection = "alone" | "limit" | "used-up";

export interface LimitOptions {
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** Requests started in any second; 0 for no bound. */
  readonly perSecond: number;
  readonly now?: () => number;
}

/** This many rejections among the last responses are a limit: whoever sheds some load at random rejects fewer. */
const A_LIMIT = 3;
const LAST_ANSWERS = 20;
/** The same for 503, which has other reasons as a rule: most that comes at once is rejected. */
const A_LIMIT_OF_503 = 8;
/** Who asks for such a rest after this many responses counts by the minute or the hour, and takes them as fast as they come. */
const REST_OF_A_WINDOW_MS = 2_000;
const ANSWERS_OF_A_WINDOW = 100;
/** Of the rate at which requests were rejected that came alone, the share below which it is no reason to reject any. */
const WELL_BELOW = 0.8;

/**
 * A rejection tells not whether too many requests came at once or too many in a second. Fewer at once are tried first, as
 * this costs little: only what is rejected though it comes alone is rejected for its rate.
 */
export function createLimits({ concurrency, perSecond, now = Date.now }: LimitOptions): Limits {
  const places = createPlaces(concurrency);
  const rate = createRate({ perSecond, now });
  const answers: boolean[] = [];
  let mayLearn = true;
  /** Requests in a second of which too many came; null while no rate is known to be too high. */
  let tooFast: number | null = null;
  let isOutOfService = false;
  let rejectedInRow = 0;
  /** Responses since a limit was met last. */
  let sinceLimit = 0;

  function note(isRejected: boolean): void {
    answers.push(isRejected);
    if (answers.length > LAST_ANSWERS) answers.shift();
  }

  function learn(): void {
    const lately = rate.lately();
    if (places.count() > 1 && (tooFast === null || lately < WELL_BELOW * tooFast)) places.fewer();
    else if (lately > 0) {
      rate.slower();
      tooFast = lately;
    }
    endLesson();
  }

  function endLesson(): void {
    answers.length = 0;
    // Those in flight with a rejected request are rejected with it: the next lesson is of what is tried after this one.
    mayLearn = false;
  }

  return {
    places: places.count,
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
    rejected(askedMs) {
      if (!mayLearn) return "limit";
      note(true);
      if (answers.filter(Boolean).length < A_LIMIT) return "alone";
      const isUsedUp = askedMs >= REST_OF_A_WINDOW_MS && sinceLimit >= ANSWERS_OF_A_WINDOW;
      sinceLimit = 0;
      if (isUsedUp) endLesson();
      else learn();
      return isUsedUp ? "used-up" : "limit";
    },
    unavailable() {
      if (isOutOfService) return false;
      rejectedInRow += 1;
      if (mayLearn) note(true);
      const isMost = mayLearn && answers.filter(Boolean).length >= A_LIMIT_OF_503;
      // What is rejected though it comes alone, or without end, is rejected for a reason that has nothing to do with others.
      if (rejectedInRow > LAST_ANSWERS || (isMost && places.count() === 1)) {
        isOutOfService = true;
        places.all();
        return false;
      }
      if (isMost) {
        places.fewer();
        endLesson();
      }
      return !mayLearn;
    },
  };
}
