import { formatOperatorError, OperatorError } from "../../spec/operator-error.ts";
import { runTrial } from "./run-trial.ts";
import type { Outcome, Trial } from "./trial.ts";

// One process of the self-test: receives trials from its parent, one at a time, and responds with their outcomes.

process.on("message", (trial: Trial) => {
  void runTrial(trial)
    .catch(broken)
    .then((outcome) => process.send?.(outcome));
});

// Without its parent nothing waits for a response.
process.on("disconnect", () => process.exit());

/** Returns the outcome of a trial that could not be run. */
function broken(error: unknown): Outcome {
  const problem =
    error instanceof OperatorError
      ? formatOperatorError(error)
      : `the suite broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return nothing(problem);
}

function nothing(problem: string): Outcome {
  return { failed: [], unproven: [], requests: 0, durationMs: 0, problem };
}
