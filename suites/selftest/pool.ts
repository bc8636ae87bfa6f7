import { type ChildProcess, fork } from "node:child_process";
import { packageFile } from "../../spec/package-root.ts";
import type { Outcome, Trial } from "./trial.ts";

/** The distribution of trials over processes. */
export interface PoolOptions {
  /** Number of concurrent processes. */
  readonly workers: number;
  /** Returns the milliseconds after which a trial is stopped, with its process. */
  readonly timeoutOf: (trial: Trial) => number;
  /** Called as each trial ends, in the order in which they end. */
  readonly onOutcome: (trial: Trial, outcome: Outcome) => void;
}

/**
 * Runs trials in separate processes, several at a time; a trial that hangs or breaks its process affects only itself.
 * Uses the compiled worker in `dist/`.
 */
export async function runTrials(trials: readonly Trial[], options: PoolOptions): Promise<void> {
  const waiting = [...trials].reverse();
  async function attend(): Promise<void> {
    let worker: ChildProcess | null = null;
    for (let trial = waiting.pop(); trial !== undefined; trial = waiting.pop()) {
      worker ??= startWorker();
      const outcome = await ask(worker, trial, options.timeoutOf(trial));
      if (!worker.connected) worker = null;
      options.onOutcome(trial, outcome);
    }
    if (worker?.connected) worker.disconnect();
  }
  await Promise.all(Array.from({ length: Math.min(options.workers, trials.length) }, attend));
}

function startWorker(): ChildProcess {
  return fork(packageFile("dist", "suites", "selftest", "worker.js"), {
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** Sends a trial to a worker and waits for its outcome; a worker that does not respond is ended. */
function ask(worker: ChildProcess, trial: Trial, timeoutMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      resolve(outcome);
    };
    const giveUp = (problem: string) => {
      if (worker.connected) worker.disconnect();
      worker.kill("SIGKILL");
      settle({ failed: [], unproven: [], requests: 0, durationMs: timeoutMs, problem });
    };
    const timer = setTimeout(() => giveUp(`gave no response within ${timeoutMs / 1000} seconds`), timeoutMs);
    worker.once("message", (outcome) => settle(outcome as Outcome));
    worker.once("exit", (code, signal) => giveUp(`its process ended (${signal ?? `status ${code}`})`));
    worker.once("error", (error) => giveUp(error.message));
    worker.send(trial);
  });
}
