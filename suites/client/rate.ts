/** The distance between the starts of requests: as short as allowed, and longer if the target limits their rate. */
export interface Rate {
  /** Returns the milliseconds between the starts of two requests; 0 for none. */
  gap(): number;
  /** Notes the start of a request. */
  started(): void;
  /** Notes a request that was served and not rejected for its rate. */
  accepted(): void;
  /** Returns the number of such requests in the last second. */
  lastSecond(): number;
  /** Lowers the rate, since more requests came per second than the target accepts. */
  lower(): void;
}

export interface RateOptions {
  /** Maximum number of requests started in any second; 0 for no limit. */
  readonly perSecond: number;
  readonly now?: () => number;
}

/** The share of the accepted requests per second that is tried after the rate was lowered. */
const AFTER_LESSON = 0.8;
/** The factor by which each request shortens the gap, so that the rate is tried again after some dozens of requests. */
const RECOVERY = 0.995;
/** The factor near the gap that was too short, since each time that the limit is met costs a rest. */
const RECOVERY_NEAR_LIMIT = 0.9995;
/** How near that is, as a share of the gap that was too short. */
const NEAR_LIMIT = 0.06;
/** The widest gap in milliseconds. Limits below one per second are met by waiting as long as the target asks. */
const WIDEST_GAP = 1000;
/** Gaps of fewer milliseconds count as none. */
const NO_GAP = 1;

/** Creates a rate that is learned from rejections and raised again while none come. */
export function createRate({ perSecond, now = Date.now }: RateOptions): Rate {
  const minGap = perSecond > 0 ? 1000 / perSecond : 0;
  const answered: number[] = [];
  let learnedGap = 0;
  let tooShort = 0;

  function lastSecond(): number {
    while ((answered[0] ?? Number.POSITIVE_INFINITY) <= now() - 1000) answered.shift();
    return answered.length;
  }

  return {
    gap: () => Math.max(minGap, learnedGap),
    started() {
      const isNear = Math.abs(learnedGap - tooShort) < tooShort * NEAR_LIMIT;
      const next = learnedGap * (isNear ? RECOVERY_NEAR_LIMIT : RECOVERY);
      learnedGap = next < NO_GAP ? 0 : next;
    },
    accepted() {
      answered.push(now());
      lastSecond();
    },
    lastSecond,
    lower() {
      tooShort = learnedGap > 0 ? learnedGap : 1000 / Math.max(1, lastSecond());
      learnedGap = Math.min(WIDEST_GAP, tooShort / AFTER_LESSON);
    },
  };
}
