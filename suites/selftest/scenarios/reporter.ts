import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";
import { scenarioResults } from "./results.ts";
import { RESULTS_VARIABLE } from "./selection.ts";

/** Writes the results to the file that the self-test names. */
export default class ScenarioReporter implements Reporter {
  onTestRunEnd(...[files, errors]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>): void {
    const path = process.env[RESULTS_VARIABLE];
    if (path !== undefined) writeFileSync(path, JSON.stringify(scenarioResults(files, errors)));
  }
}
