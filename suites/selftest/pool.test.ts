import { expect, test, vi } from "vitest";
import { aimedMutantTrials } from "./mutants/plan.ts";
import { runTrials } from "./pool.ts";
import type { Outcome, Trial } from "./trial.ts";

// Processes that run the suite on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000 });

const MUTANTS = ["drop@list-tasks?status", "off-by-one@list-tasks?limit"];

async function outcomesOf(trials: readonly Trial[], timeoutMs: number): Promise<readonly [Trial, Outcome][]> {
  const outcomes: [Trial, Outcome][] = [];
  await runTrials(trials, {
    workers: 2,
    timeoutOf: () => timeoutMs,
    onOutcome: (trial, outcome) => outcomes.push([trial, outcome]),
  });
  return outcomes;
}

test("a trial without a response in time is given up, and the next one gets a fresh process", async () => {
  const outcomes = await outcomesOf(await aimedMutantTrials(MUTANTS, "standard", 1), 1);
  expect(outcomes.map(([, { problem }]) => problem)).toEqual(
    outcomes.map(() => "gave no response within 0.001 seconds"),
  );
});
