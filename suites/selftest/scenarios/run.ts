import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFile, packageRoot } from "../../../spec/package-root.ts";
import type { ScenarioResult } from "./results.ts";
import { fileOf, RESULTS_VARIABLE, SELECTION_VARIABLE, type Selection } from "./selection.ts";

/** Runs the selected scenarios with vitest, which prints their progress on standard error. */
export async function runScenarios(selection: Selection): Promise<readonly ScenarioResult[]> {
  const folder = mkdtempSync(join(tmpdir(), "wac-scenarios-"));
  try {
    const file = join(folder, "results.json");
    const status = await startVitest(selection, file);
    const results = JSON.parse(readFileSync(file, "utf8")) as readonly ScenarioResult[];
    const isTold = status === 0 || results.some(({ failure }) => failure !== null);
    if (!isTold) return [...results, brokenRun(`vitest ended with status ${status}, and no scenario failed`)];
    const isEmpty = results.length === 0 && selection.named.length === 0;
    return isEmpty ? [brokenRun("the sample holds no scenario")] : results;
  } catch (error) {
    return [brokenRun(`vitest wrote no results: ${String(error)}`)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function brokenRun(failure: string): ScenarioResult {
  return { name: "the run of the scenarios", durationMs: 0, failure };
}

/** Resolves with the exit status of vitest; null if a signal ended it. */
function startVitest(selection: Selection, file: string): Promise<number | null> {
  const args = [
    packageFile("node_modules", "vitest", "vitest.mjs"),
    "run",
    ...selection.named.map(fileOf),
    `--config=${packageFile("suites", "selftest", "scenarios", "vitest.config.ts")}`,
    `--sequence.shuffle.files=${selection.named.length === 0}`,
    `--sequence.seed=${selection.seed}`,
    "--passWithNoTests",
    "--reporter=default",
    `--reporter=${packageFile("suites", "selftest", "scenarios", "reporter.ts")}`,
  ];
  const env = {
    ...process.env,
    [SELECTION_VARIABLE]: JSON.stringify(selection),
    [RESULTS_VARIABLE]: file,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: packageRoot, env, stdio: ["ignore", 2, 2] });
    child.once("error", reject);
    child.once("close", resolve);
  });
}
