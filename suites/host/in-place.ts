import type { Report } from "../../spec/report.ts";
import type { RunOptions } from "../engine/options.ts";
import { prepareRun } from "../engine/run.ts";

/** Runs the checks in this process, without a test runner: for the self-test, for plans, and for tests. */
export async function runInPlace(options: RunOptions): Promise<Report> {
  const signal = options.signal ?? new AbortController().signal;
  const run = await prepareRun(options, signal);
  try {
    options.onProgress?.({ type: "planned", checks: run.checks.length });
    const checks = run.checks.map(async (check) => {
      const { verdict, reason } = await run.execute(check);
      options.onProgress?.({ type: "checked", requirement: check.requirement, name: check.name, verdict, reason });
    });
    await Promise.all([...checks, ...run.observers.map((observer) => run.observe(observer))]);
    return run.report();
  } finally {
    await run.close();
  }
}
