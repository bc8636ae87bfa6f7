import type { Check } from "../check/check.ts";

/** Tracks when the checks of a run have ended. */
export interface Completion {
  /** Resolves when all checks that it concerns have ended; immediately if there are none. */
  whenEnded(concerns: (check: Check) => boolean): Promise<void>;
  /** The check has ended and will not be retried. */
  ended(check: Check): void;
}

/** Creates the tracker. Every one of these checks must end, with whatever outcome. */
export function createCompletion(checks: readonly Check[]): Completion {
  const ended = new Set<Check>();
  const watches: ((check: Check) => void)[] = [];
  return {
    whenEnded(concerns) {
      const open = new Set(checks.filter((check) => concerns(check) && !ended.has(check)));
      return new Promise((resolve) => {
        if (open.size === 0) resolve();
        watches.push((check) => {
          if (open.delete(check) && open.size === 0) resolve();
        });
      });
    },
    ended(check) {
      ended.add(check);
      for (const watch of watches) watch(check);
    },
  };
}
