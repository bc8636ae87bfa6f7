import { drawMutants, mutantSpace } from "../../../fake/departures.ts";
import type { BudgetName } from "../../engine/check/check.ts";
import type { Trial } from "../trial.ts";

/** So many mutants drawn by a seed, each against the whole suite with a seed of its own. */
export async function mutantTrials(count: number, budget: BudgetName, seed: number): Promise<Trial[]> {
  const { catalogue } = await mutantSpace();
  const drawn = await drawMutants(count, seed);
  return drawn.map(({ id, breaks, guards }, index) => ({
    subject: {
      kind: "mutant",
      mutant: id,
      guards: guards.length,
      breaks,
      level: catalogue.get(breaks)?.level ?? "MUST",
    },
    budget,
    seed: seed + index,
    only: [],
  }));
}
