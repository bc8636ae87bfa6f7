import type { Report } from "../../spec/report.ts";
import { ordinaryRun, type RunOptions } from "../engine/check/options.ts";
import { isAsShipped, loadContract } from "../engine/contract.ts";
import { runInVitest } from "./vitest.ts";

/** A target, and whatever is to be other than in an ordinary run: everything, at the standard budget, with seed 1. */
export type RunRequest = Pick<RunOptions, "target"> & Partial<RunOptions>;

/**
 * Runs the suite against a target and returns the report.
 *
 * @throws OperatorError when the document, the overlay or a rename cannot be used; nothing was sent then.
 */
export async function runConformance({ target, ...more }: RunRequest): Promise<Report> {
  // Mistakes in the overlay surface here, in their own words, before a worker is started.
  if (!isAsShipped(target)) await loadContract(target);
  return runInVitest({ ...ordinaryRun(target), ...more });
}
