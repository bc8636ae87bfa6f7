import { groupBy } from "../../../spec/group-by.ts";
import type { BudgetName } from "../../engine/check/check.ts";
import { createRandomChoices } from "../mutants/random-choices.ts";
import type { Subject, Trial } from "../trial.ts";
import { instrumented } from "./instrument.ts";
import type { CodeMutant } from "./mutant.ts";

/** A code mutant as the subject of a trial. */
export type CodeSubject = Extract<Subject, { kind: "code" }>;

/** The readings of open points that mutants are tried with, in turn, so that code for only some readings runs too. */
const SERVERS = [1, 2, 3, 4];

/** Returns trials of this many code mutants drawn by a seed, each against the complete suite with its own seed. */
export async function codeTrials(count: number, budget: BudgetName, seed: number): Promise<Trial[]> {
  const { mutants } = await instrumented();
  return drawCode(mutants, count, seed).map(({ id, mutator }, index) => {
    const server = SERVERS[index % SERVERS.length] ?? 1;
    return { subject: { kind: "code", mutant: id, mutator, server }, budget, seed: seed + index, only: [] };
  });
}

/** Draws from each mutator in turn, so that each has the same share as long as it has any left. */
export function drawCode(mutants: readonly CodeMutant[], count: number, seed: number): readonly CodeMutant[] {
  const chance = createRandomChoices(`code/${seed}`);
  const strata = [...groupBy(mutants, ({ mutator }) => mutator).values()].map((some) => [...some]);
  const drawn: CodeMutant[] = [];
  while (drawn.length < count && strata.some((some) => some.length > 0)) {
    for (const some of strata) {
      const [one] = some.splice(chance.below(Math.max(1, some.length)), 1);
      if (one !== undefined && drawn.length < count) drawn.push(one);
    }
  }
  return drawn;
}
