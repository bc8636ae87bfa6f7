import { drawVariant } from "../../../fake/mutants-and-variants.ts";
import type { BudgetName } from "../../engine/check/check.ts";
import type { Trial } from "../trial.ts";
import { type CorrectSubject, fakeSubject, independentSubject } from "./server-id.ts";

/**
 * Draws this many correct servers, each with its own seed: alternately the fake with choices of all kinds together,
 * and the independent server.
 */
export function drawCorrect(count: number, seed: number): readonly CorrectSubject[] {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? fakeSubject(drawVariant(seed + index, { varying: true })) : independentSubject(seed + index),
  );
}

/** Returns trials of correct servers against the complete suite, each with its own seed, counting up. */
export function correctTrials(subjects: readonly CorrectSubject[], budget: BudgetName, seed: number): Trial[] {
  return subjects.map((subject, index) => ({ subject, budget, seed: seed + index, only: [] }));
}
