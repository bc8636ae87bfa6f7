/** How many requests are in flight at once: as many as are allowed, and fewer where the target rejects those with others. */
export interface Places {
  count(): number;
  /** A request was served, and not rejected for its rate. */
  accepted(): void;
  /** More came at once than the target takes. */
  fewer(): void;
  /** It was not for their number that requests were rejected. */
  all(): void;
}

/** This many responses after a lesson one more place is tried. */
const TRIED_AFTER = 50;
/** The same after each further lesson that a trial brought: twice as many, up to this. */
const TRIED_AFTER_AT_MOST = 1_600;

/** Places that are given up by halves, and tried again one by one; `most` are allowed, and never exceeded. */
export function createPlaces(most: number): Places {
  let count = most;
  let answers = 0;
  let triedAfter = TRIED_AFTER;
  let isTrial = false;
  return {
    count: () => count,
    accepted() {
      if (count === most) return;
      answers += 1;
      if (answers < triedAfter) return;
      answers = 0;
      count += 1;
      isTrial = true;
    },
    fewer() {
      if (isTrial) {
        count -= 1;
        triedAfter = Math.min(TRIED_AFTER_AT_MOST, 2 * triedAfter);
      } else count = Math.max(1, Math.floor(count / 2));
      answers = 0;
      isTrial = false;
    },
    all() {
      count = most;
    },
  };
}
