import { sleep } from "../../client/sleep.ts";
import { Failure } from "../../outcome/failure.ts";
import type { RunContext } from "../check/check.ts";
import { BUDGETS } from "../check/options.ts";

/** Waits of a run for indexes, which may lag behind writes. */
export interface Polling {
  /**
   * Repeats a failing attempt until it succeeds or the consistency timeout is over, and then throws its last failure.
   */
  eventually<T>(attempt: () => Promise<T>): Promise<T>;
  /** Repeats an attempt for as long as an index may lag. A failure in between counts, even if it comes late. */
  throughout(attempt: () => Promise<void>): Promise<void>;
  /** Lets other checks continue and begin while the attempt waits for resources that they create. */
  whileOthersContinue<T>(attempt: () => Promise<T>): Promise<T>;
  /** Waits for this many milliseconds, or until the run ends; the next request then throws. */
  pause(ms: number): Promise<void>;
  /**
   * Waits until a write is visible everywhere, judging by the lags seen: an item that was found once may still be
   * missing elsewhere.
   */
  settled(): Promise<void>;
  /**
   * Returns the milliseconds after which a write is visible everywhere, judging by the lags seen; 0 if none was seen.
   */
  settlingMs(): number;
}

/** The longest wait between two attempts is the timeout divided by this. */
const MIN_ATTEMPTS = 8;

/** The weight of the latest lag in the average. */
const LATEST_LAG_WEIGHT = 0.3;
/** Attempts come a little before the usual lag has passed, so that a shorter lag is noticed. */
const LAG_SHARE = 0.85;
/** A wait that was learned from others leaves at least this many attempts. */
const MIN_ATTEMPTS_AFTER_WAIT = 4;

/**
 * How long an absence is watched if the whole timeout is too long: this many times the longest lag seen, and at least
 * the minimum.
 */
const WATCH_PER_LAG = 4;
const MIN_WATCH_MS = 1_000;
/** Milliseconds after which a watch computes its end again, since lags are seen while it waits. */
const STEP_MS = 250;

/** Creates the polling of one run, which learns how far this target's indexes lag. */
export function createPolling({ target, budget }: Pick<RunContext, "target" | "budget">, signal: AbortSignal): Polling {
  const { timeoutMs, intervalMs } = target.consistency;
  const { absence, slowing } = BUDGETS[budget];
  const maxWaitMs = Math.max(intervalMs, timeoutMs / MIN_ATTEMPTS);
  let maxLagMs = 0;
  /** The average lag of attempts that did not succeed at once. */
  let usualLagMs = 0;
  /** The milliseconds for which each waiting attempt has failed so far. */
  const failingMs = new Map<symbol, number>();

  function noteLag(ms: number): void {
    maxLagMs = Math.max(maxLagMs, ms);
    usualLagMs = usualLagMs === 0 ? ms : usualLagMs + (ms - usualLagMs) * LATEST_LAG_WEIGHT;
  }

  /** Returns the time after the first attempt before which the next would likely fail, judging by other attempts. */
  function likelyLagMs(): number {
    return Math.min(Math.max(LAG_SHARE * usualLagMs, ...failingMs.values()), timeoutMs / MIN_ATTEMPTS_AFTER_WAIT);
  }

  /** Returns how long an absence is watched. A run with a small budget does not wait for the whole timeout. */
  function watchMs(): number {
    return absence.usesFullTimeout ? timeoutMs : settlingMs();
  }

  function settlingMs(): number {
    return Math.min(timeoutMs, Math.max(MIN_WATCH_MS, WATCH_PER_LAG * maxLagMs));
  }

  return {
    async eventually(attempt) {
      const started = performance.now();
      const self = Symbol("waiting");
      try {
        for (let wait = intervalMs; ; wait = Math.min(wait * slowing, maxWaitMs)) {
          const left = started + timeoutMs - performance.now();
          try {
            const result = await attempt();
            if (failingMs.has(self)) noteLag(performance.now() - started);
            return result;
          } catch (error) {
            if (!(error instanceof Failure) || left <= 0 || signal.aborted) throw error;
          }
          const passed = performance.now() - started;
          failingMs.set(self, passed);
          await sleep(Math.min(Math.max(wait, likelyLagMs() - passed), Math.max(left, 1)), signal);
        }
      } finally {
        failingMs.delete(self);
      }
    },
    whileOthersContinue: (attempt) => attempt(),
    pause: (ms) => sleep(ms, signal),
    settled: () => sleep(settlingMs(), signal),
    settlingMs: () => (maxLagMs === 0 ? 0 : settlingMs()),
    async throughout(attempt) {
      const { attempts } = absence;
      const started = performance.now();
      await attempt();
      for (let index = 1; index <= attempts; index += 1) {
        const isOver = () => performance.now() >= started + (watchMs() * index) / attempts;
        while (!isOver() && !signal.aborted) await sleep(Math.min(STEP_MS, timeoutMs / attempts), signal);
        await attempt();
      }
    },
  };
}
