/** How far apart requests start: as fast as is allowed, and slower where the target limits their rate. */
export interface Rate {
  /** Milliseconds from one start to the next; 0 for no distance. */
  gap(): number;
  /** A request starts. */
  started(): void;
  /** A request was served, and not rejected for its rate. */
  accepted(): void;
  /** Requests that were answered in the last second, rejections for their rate left out. */
  lately(): number;
  /** More requests came than the target takes in a second: fewer start from now on. */
  slower(): void;
}

export interface RateOptions {
  /** Requests started in any second; 0 for no bound. */
  readonly perSecond: number;
  readonly now?: () => number;
}

/** Of the requests that were taken in the second before a lesson, so many are tried in a second after it. */
const AFTER_LESSON = 0.8;
/** How much shorter each start makes the gap to the next: what was learned is tried again after some dozens of requests. */
const RECOVERY = 0.995;
/** The same where the gap is near the one that was too short: each time that a limit is met costs a rest. */
const RECOVERY_NEAR_LIMIT = 0.9995;
/** How near that is, as a share of the gap that was too short. */
const NEAR_LIMIT = 0.06;
/** Milliseconds: limits that are lower than one in a second are kept by waiting as long as the target asks. */
const WIDEST_GAP = 1000;
/** Milliseconds below which requests go unhindered. */
const NO_GAP = 1;

/** A rate that is learned from rejections, and tried again while none come. */
export function createRate({ perSecond, now = Date.now }: RateOptions): Rate {
  const least = perSecond > 0 ? 1000 / perSecond : 0;
  const answered: number[] = [];
  let learned = 0;
  let tooShort = 0;

  function lately(): number {
    while ((answered[0] ?? Number.POSITIVE_INFINITY) <= now() - 1000) answered.shift();
    return answered.length;
  }

  return {
    gap: () => Math.max(least, learned),
    started() {
      const isNear = Math.abs(learned - tooShort) < tooShort * NEAR_LIMIT;
      const next = learned * (isNear ? RECOVERY_NEAR_LIMIT : RECOVERY);
      learned = next < NO_GAP ? 0 : next;
    },
    accepted() {
      answered.push(now());
      lately();
    },
    lately,
    slower() {
      tooShort = learned > 0 ? learned : 1000 / Math.max(1, lately());
      learned = Math.min(WIDEST_GAP, tooShort / AFTER_LESSON);
    },
  };
}
