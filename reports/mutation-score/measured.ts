import { groupBy } from "../../spec/group-by.ts";
import type { CodeResult, CorrectResult, DrawResult, MutantResult, ScoreResult } from "./result.ts";

/** The fields of every result about its measurement. */
export type Measured = Pick<ScoreResult, "kind" | "budget" | "seed" | "date" | "commit" | "build">;

/** All mutants that were tried with one budget. */
export interface BudgetDraws {
  readonly budget: string;
  readonly mutants: readonly MutantResult[];
}

/**
 * Combines results: mutants by budget, each once with its latest result; mutants of code and correct servers
 * unchanged.
 */
export function byBudget(results: readonly ScoreResult[]): {
  readonly draws: readonly BudgetDraws[];
  readonly code: readonly CodeResult[];
  readonly correct: readonly CorrectResult[];
} {
  const draws = results.filter((result): result is DrawResult => result.kind === "draw");
  const correct = results.filter((result): result is CorrectResult => result.kind === "correct");
  return {
    draws: [...groupBy(draws, ({ budget }) => budget)].map(([budget, some]) => {
      const latest = new Map(some.flatMap(({ mutants }) => mutants).map((result) => [result.mutant, result]));
      return { budget, mutants: [...latest.values()] };
    }),
    code: results.filter((result): result is CodeResult => result.kind === "code"),
    correct,
  };
}
