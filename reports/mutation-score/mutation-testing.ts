import { groupBy } from "../../spec/group-by.ts";
import { areaOf } from "../select.ts";
import type { MutantResult, MutantStatus } from "./result.ts";

const STATUS: Readonly<Record<MutantStatus, string>> = {
  killed: "Killed",
  notJudged: "Survived",
  neverReached: "NoCoverage",
  undistinguished: "Ignored",
  noResult: "RuntimeError",
};

/** Shares from which on viewers show a score in green, and below which in red. */
const THRESHOLDS = { high: 95, low: 80 };

/**
 * Returns the mutants in the mutation-testing report schema
 * (https://github.com/stryker-mutator/mutation-testing-elements), for its viewers. There is no mutated source: a file
 * represents an area of the requirements and has a line for each mutant.
 */
export function mutationTestingReport(mutants: readonly MutantResult[]): object {
  const files = [...groupBy(mutants, ({ breaks }) => areaOf(breaks))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const killers = [...new Set(mutants.flatMap(({ failed }) => failed))].toSorted();
  return {
    schemaVersion: "2",
    thresholds: THRESHOLDS,
    framework: { name: "workspace-agent-conformance" },
    files: Object.fromEntries(files.map(([area, some]) => [area, fileOf(some)])),
    testFiles: { requirements: { tests: killers.map((id) => ({ id, name: id })) } },
  };
}

function fileOf(mutants: readonly MutantResult[]): object {
  return {
    language: "text",
    source: `${mutants.map(({ mutant }) => mutant).join("\n")}\n`,
    mutants: mutants.map(({ mutant, operator, status, failed, breaks }, index) => ({
      id: mutant,
      mutatorName: operator,
      description: `breaks ${breaks}`,
      status: STATUS[status],
      killedBy: status === "killed" ? failed : [],
      location: { start: { line: index + 1, column: 1 }, end: { line: index + 1, column: mutant.length + 1 } },
    })),
  };
}
