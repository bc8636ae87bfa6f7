import { expect, test, vi } from "vitest";
import { judgeTrial } from "./finding.ts";
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

test("processes kill mutants, and say after how many requests", async () => {
  const trials = await aimedMutantTrials(MUTANTS, "standard", 1);
  const outcomes = await outcomesOf(trials, 60_000);
  expect(outcomes.map(([trial, outcome]) => judgeTrial(trial, outcome).passed)).toEqual([true, true]);
  for (const [, { failed, requests }] of outcomes) {
    expect(failed[0]?.after).toBeGreaterThan(0);
    expect(failed[0]?.after).toBeLessThanOrEqual(requests);
  }
});
