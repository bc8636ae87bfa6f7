import { sleep } from "../../client/sleep.ts";
import { Failure } from "../../outcome/failure.ts";
import type { RunContext } from "../check/check.ts";
import { BUDGETS } from "../check/options.ts";

/** How a run waits for indexes, which may lag behind what was written. */
export interface Polling {
  /** Repeats an attempt that fails until it succeeds or the target's patience is over; then its last failure stands. */
  eventually<T>(attempt: () => Promise<T>): Promise<T>;
  /** Repeats an attempt for as long as an index may lag: what fails in between has happened too late, but has happened. */
  throughout(attempt: () => Promise<void>): Promise<void>;
  /** Lets others of the run go on, and more of them begin, while the attempt waits for what they make. */
  whileOthersGoOn<T>(attempt: () => Promise<T>): Promise<T>;
  /** Waits for this many milliseconds; less where the run ends meanwhile, and the next request hears why. */
  pause(ms: number): Promise<void>;
  /** Waits until what was written is everywhere, as far as the lags that were seen tell: found once it may still be hidden elsewhere. */
  settled(): Promise<void>;
  /** Milliseconds after which what was written is everywhere, as far as the lags that were seen tell; 0 where none was seen. */
  settlingMs(): number;
}

/** The longest wait is this part of the patience. */
const FEWEST_LOOKS = 8;

/** How much of the time that something took is learned for the next. */
const LEARNING = 0.3;
/** It is asked for a little sooner than that: else nobody would see that it takes less time by now. */
const SOONER = 0.85;
/** What others wait for leaves this many attempts at least. */
const FEWEST_ATTEMPTS = 4;

/** This many times the longest lag that was seen, and never less than this, is long enough where all of the patience is too long. */
const LAGS_WATCHED = 4;
const LEAST_WATCHED_MS = 1_000;
/** Milliseconds after which it asks again how long that is: lags are seen while it waits. */
const STEP_MS = 250;

/** The patience of one run, which learns how far this target's indexes lag. */
export function createPolling({ target, budget }: Pick<RunContext, "target" | "budget">, signal: AbortSignal): Polling {
  const { timeoutMs, intervalMs } = target.consistency;
  const { absence, slowing } = BUDGETS[budget];
  const longestWait = Math.max(intervalMs, timeoutMs / FEWEST_LOOKS);
  let longestLagMs = 0;
  /** How long it has taken lately until something was there that was not there at once. */
  let usualLagMs = 0;
  /** For how long each of those that wait now has asked without success. */
  const inVainMs = new Map<symbol, number>();

  function lagged(ms: number): void {
    longestLagMs = Math.max(longestLagMs, ms);
    usualLagMs = usualLagMs === 0 ? ms : usualLagMs + (ms - usualLagMs) * LEARNING;
  }

  /** Sooner than this after the first attempt it would be asked for without success, as far as others have found out. */
  function likelyMs(): number {
    return Math.min(Math.max(SOONER * usualLagMs, ...inVainMs.values()), timeoutMs / FEWEST_ATTEMPTS);
  }

  /** A run that has to end soon does not watch what has never been seen to lag as what may lag for long. */
  function watchedMs(): number {
    return absence.isPatient ? timeoutMs : settlingMs();
  }

  function settlingMs(): number {
    return Math.min(timeoutMs, Math.max(LEAST_WATCHED_MS, LAGS_WATCHED * longestLagMs));
  }

  return {
    async eventually(attempt) {
      const started = performance.now();
      const self = Symbol("waiting");
      try {
        for (let wait = intervalMs; ; wait = Math.min(wait * slowing, longestWait)) {
          const left = started + timeoutMs - performance.now();
          try {
            const result = await attempt();
            if (inVainMs.has(self)) lagged(performance.now() - started);
            return result;
          } catch (error) {
            if (!(error instanceof Failure) || left <= 0 || signal.aborted) throw error;
          }
          const passed = performance.now() - started;
          inVainMs.set(self, passed);
          await sleep(Math.min(Math.max(wait, likelyMs() - passed), Math.max(left, 1)), signal);
        }
      } finally {
        inVainMs.delete(self);
      }
    },
    whileOthersGoOn: (attempt) => attempt(),
    pause: (ms) => sleep(ms, signal),
    settled: () => sleep(settlingMs(), signal),
    settlingMs: () => (longestLagMs === 0 ? 0 : settlingMs()),
    async throughout(attempt) {
      const { looks } = absence;
      const started = performance.now();
      await attempt();
      for (let look = 1; look <= looks; look += 1) {
        const isOver = () => performance.now() >= started + (watchedMs() * look) / looks;
        while (!isOver() && !signal.aborted) await sleep(Math.min(STEP_MS, timeoutMs / looks), signal);
        await attempt();
      }
    },
  };
}
