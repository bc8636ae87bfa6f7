/** The number of requests in flight at once: as many as allowed, and fewer if the target rejects simultaneous ones. */
export interface Concurrency {
  limit(): number;
  /** Notes a request that was served and not rejected for its rate. */
  accepted(): void;
  /** Lowers the number, since more requests came at once than the target accepts. */
  lower(): void;
  /** Restores the number, since it was not the reason for rejections. */
  restore(): void;
}

/** After this many responses since the last change, one more place is tried. */
const TRIED_AFTER = 50;
/** The maximum of this number, which doubles whenever a tried place has to be given up. */
const TRIED_AFTER_AT_MOST = 1_600;

/** Creates places that are given up by halves and tried again one by one. Never more than `most`. */
export function createConcurrency(max: number): Concurrency {
  let count = max;
  let answers = 0;
  let triedAfter = TRIED_AFTER;
  let isTrial = false;
  return {
    limit: () => count,
    accepted() {
      if (count === max) return;
      answers += 1;
      if (answers < triedAfter) return;
      answers = 0;
      count += 1;
      isTrial = true;
    },
    lower() {
      if (isTrial) {
        count -= 1;
        triedAfter = Math.min(TRIED_AFTER_AT_MOST, 2 * triedAfter);
      } else count = Math.max(1, Math.floor(count / 2));
      answers = 0;
      isTrial = false;
    },
    restore() {
      count = max;
    },
  };
}
