import { type Command, type Input, NO_POSITIONALS } from "../../cli/core/command.ts";
import { wholeNumber } from "../../cli/core/values.ts";

/** The options of the comparison. */
export interface ComparisonOptions {
  readonly mutants: number;
  readonly seed: number;
  /** The time limit of a run. */
  readonly seconds: number;
  /** The interpreter with Schemathesis; null for `python3`, which may not have it. */
  readonly python: string | null;
  /** File for everything that was measured. */
  readonly json: string | null;
}

/** The definition of the comparison command. */
export const COMPARISON: Omit<Command, "run"> = {
  name: "bench:schemathesis",
  typed: "npm run bench:schemathesis --",
  summary: "run the suite and Schemathesis on the same mutants and correct servers, and compare them",
  positionals: NO_POSITIONALS,
  options: [
    { name: "mutants", value: "N", text: "this many mutants without a guard, drawn at random (default 40)" },
    { name: "seed", value: "N", text: "seed of the draw and of both tools (default 1)" },
    { name: "seconds", value: "N", text: "time limit of each run (default 30)" },
    { name: "python", value: "PATH", text: "interpreter that has Schemathesis (default python3)" },
    { name: "json", value: "FILE", text: "write everything that was measured to FILE, as JSON" },
  ],
  examples: [
    ["python3 -m venv /tmp/schemathesis && /tmp/schemathesis/bin/pip install schemathesis", "installs Schemathesis"],
    ["npm run bench:schemathesis -- --python /tmp/schemathesis/bin/python", "the comparison: some 40 minutes"],
  ],
  notes: [
    "Exit status: 0 when both tools were compared, or Schemathesis is not installed; 2 for unusable arguments.",
    "Run nothing else on the machine: both tools are given the same time, not the same work.",
  ],
};

/**
 * Reads the options of the comparison.
 *
 * @throws OperatorError `CLI-VALUE` for a value that cannot be used.
 */
export function readOptions(input: Input): ComparisonOptions {
  return {
    mutants: wholeNumber(input, "mutants", { minimum: 1, maximum: 10_000, example: 40 }) ?? 40,
    seed: wholeNumber(input, "seed", { minimum: 0, maximum: 2 ** 31 - 1 }) ?? 1,
    seconds: wholeNumber(input, "seconds", { minimum: 5, maximum: 3600, example: 30 }) ?? 30,
    python: input.value("python") ?? null,
    json: input.value("json") ?? null,
  };
}
