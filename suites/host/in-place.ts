import type { Report } from "../../spec/report.ts";
import type { RunOptions } from "../engine/check/options.ts";
import { prepareRun } from "../engine/run.ts";
import { suites } from "./suites.ts";

/** Runs the checks in this process, without a test runner: for the self-test, for plans, and for tests. */
export async function runInPlace(options: RunOptions): Promise<Report> {
  const signal = options.signal ?? new AbortController().signal;
  const run = await prepareRun(options, suites, signal, options.onProgress, options.intercept);
  try {
    const all = Promise.all([
      ...run.checks.map((check) => run.execute(check)),
      ...run.observers.map((observer) => run.observe(observer)),
    ]);
    await (options.verdictOnly ? Promise.race([all, endOf(run.ended)]) : all);
    return run.report();
  } finally {
    await run.close();
  }
}

function endOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
