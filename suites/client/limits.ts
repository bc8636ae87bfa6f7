import { createPlaces } from "./places.ts";
import { createRate } from "./rate.ts";

/** The limits of the run, and those of the target as far as its refusals have told them. */
export interface Limits {
  /** Requests that may be in flight at once. */
  places(): number;
  /** Milliseconds from the start of one request to that of the next; 0 for no distance. */
  gap(): number;
  /** A request starts. */
  started(): void;
  /** A request was answered, and not refused for its rate. */
  accepted(): void;
  /** A request was refused for its rate. True where that is a limit, false for a lone refusal that says nothing of the others. */
  refused(): boolean;
  /** A request was refused with 503. True where that is a limit of what comes at once, false where it need not be one. */
  unavailable(): boolean;
}

export interface LimitOptions {
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** Requests started in any second; 0 for no bound. */
  readonly perSecond: number;
  readonly now?: () => number;
}

/** So many refusals among the last answers are a limit: whoever sheds some load at random refuses fewer. */
const A_LIMIT = 3;
const LAST_ANSWERS = 20;
/** The same for 503, which has other reasons as a rule: most that comes at once is refused. */
const A_LIMIT_OF_503 = 8;
/** Of the rate at which requests were refused that came alone, the share below which it is no reason to refuse any. */
const WELL_BELOW = 0.8;

/**
 * A refusal tells not whether too many requests came at once or too many in a second. Fewer at once are tried first, as
 * this costs little: only what is refused though it comes alone is refused for its rate.
 */
export function createLimits({ concurrency, perSecond, now = Date.now }: LimitOptions): Limits {
  const places = createPlaces(concurrency);
  const rate = createRate({ perSecond, now });
  const answers: boolean[] = [];
  let mayLearn = true;
  /** Requests in a second of which too many came; null while no rate is known to be too high. */
  let tooFast: number | null = null;
  let isOutOfService = false;
  let refusedInRow = 0;

  function note(isRefused: boolean): void {
    answers.push(isRefused);
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
    // Those in flight beside a refused request are refused with it: the next lesson is of what is tried after this one.
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
      refusedInRow = 0;
    },
    refused() {
      if (!mayLearn) return true;
      note(true);
      if (answers.filter(Boolean).length < A_LIMIT) return false;
      learn();
      return true;
    },
    unavailable() {
      if (isOutOfService) return false;
      refusedInRow += 1;
      if (mayLearn) note(true);
      const isMost = mayLearn && answers.filter(Boolean).length >= A_LIMIT_OF_503;
      // What is refused though it comes alone, or without end, is refused for a reason that has nothing to do with others.
      if (refusedInRow > LAST_ANSWERS || (isMost && places.count() === 1)) {
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
