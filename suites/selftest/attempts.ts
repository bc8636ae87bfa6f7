import { judgeTrial } from "./finding.ts";
import { type PoolOptions, runTrials } from "./pool.ts";
import type { Trial, Tried } from "./trial.ts";

/**
 * Runs trials, and a missed fault once more when the others are done: on a busy machine time alone can hide it, and
 * the second attempt is shown as such. A false alarm gets no second chance: a correct server must never be accused.
 */
export async function runWithSecondAttempts(
  trials: readonly Trial[],
  { workers, timeoutOf }: Pick<PoolOptions, "workers" | "timeoutOf">,
  onTried: (tried: Tried) => void,
): Promise<void> {
  const missed: Tried[] = [];
  await runTrials(trials, {
    workers,
    timeoutOf,
    onOutcome: (trial, outcome) => {
      const mayRepeat = trial.subject.kind === "fault" && !judgeTrial(trial, outcome).passed;
      if (mayRepeat) missed.push({ trial, outcome });
      else onTried({ trial, outcome });
    },
  });
  const firsts = new Map(missed.map(({ trial, outcome }) => [trial, outcome]));
  await runTrials([...firsts.keys()], {
    workers,
    timeoutOf,
    onOutcome: (trial, outcome) => {
      const first = firsts.get(trial);
      const passed = judgeTrial(trial, outcome).passed;
      onTried(passed && first ? { trial, outcome, unsteady: first } : { trial, outcome });
    },
  });
}
