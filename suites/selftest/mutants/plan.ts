import { drawMutants, findMutants, type Mutant, mutantSpace } from "../../../fake/mutants-and-variants.ts";
import type { BudgetName } from "../../engine/check/check.ts";
import type { Trial } from "../trial.ts";
import type { MutantSubject } from "./score.ts";

/** Returns trials of this many mutants drawn by a seed, each against the complete suite with its own seed. */
export async function drawnMutantTrials(count: number, budget: BudgetName, seed: number): Promise<Trial[]> {
  const subjects = await subjectsOf(await drawMutants(count, seed));
  return subjects.map((subject, index) => ({ subject, budget, seed: seed + index, only: [] }));
}

/** Named mutants, each first against the checks that claim the requirement it breaks. */
export async function aimedMutantTrials(ids: readonly string[], budget: BudgetName, seed: number): Promise<Trial[]> {
  const subjects = await subjectsOf(await findMutants(ids));
  return subjects.map((subject) => ({ subject, budget, seed, only: [subject.breaks] }));
}

async function subjectsOf(mutants: readonly Mutant[]): Promise<readonly MutantSubject[]> {
  const { catalogue } = await mutantSpace();
  return mutants.map(({ id, breaks, guards }) => ({
    kind: "mutant",
    mutant: id,
    guards: guards.length,
    breaks,
    level: catalogue.get(breaks)?.level ?? "MUST",
  }));
}
