import type { Check } from "../check/check.ts";

/** Tracks when the checks of a run have ended. */
export interface Completion {
  /** Resolves when all checks have ended; immediately if there are none. */
  readonly allEnded: Promise<void>;
  /** The check has ended and will not be retried. */
  ended(check: Check): void;
}

/** Creates the tracker. Every one of these checks must end, with whatever outcome. */
export function createCompletion(checks: readonly Check[]): Completion {
  const open = new Set(checks);
  let resolveAll = () => {};
  const allEnded = new Promise<void>((resolve) => {
    resolveAll = resolve;
  });
  const resolveIfNoneIsOpen = () => {
    if (open.size === 0) resolveAll();
  };
  resolveIfNoneIsOpen();
  return {
    allEnded,
    ended(check) {
      open.delete(check);
      resolveIfNoneIsOpen();
    },
  };
}
