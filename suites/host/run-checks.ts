import type { Report } from "../../spec/report.ts";
import type { RunOptions } from "../engine/check/options.ts";
import { type PreparedRun, prepareRun } from "../engine/run.ts";
import { suites } from "./suites.ts";

/**
 * Runs the checks in this process and returns the report. A check that throws is inconclusive, so that the other
 * checks still count.
 */
export async function runChecks(options: RunOptions): Promise<Report> {
  return await withRun(options, (run) => run.report());
}

/**
 * Runs the checks for the self-test, for plans and for tests, which must not mistake a defect of the suite for one of
 * the target.
 *
 * @throws the error of the first check that broke.
 */
export async function runChecksOrThrow(options: RunOptions): Promise<Report> {
  return await withRun(options, (run) => {
    for (const defect of run.defects()) throw defect;
    return run.report();
  });
}

async function withRun(options: RunOptions, use: (run: PreparedRun) => Report): Promise<Report> {
  const signal = options.signal ?? new AbortController().signal;
  const run = await prepareRun(options, suites, signal, options.onProgress, options.intercept);
  try {
    // The pacer of the run decides what is sent and when, so everything can start at once.
    const all = Promise.all([
      ...run.checks.map((check) => run.execute(check)),
      ...run.observers.map((observer) => run.observe(observer)),
    ]);
    await (options.verdictOnly ? Promise.race([all, endOf(run.ended)]) : all);
    return use(run);
  } finally {
    await run.close();
  }
}

function endOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
