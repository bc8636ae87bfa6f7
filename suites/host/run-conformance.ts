import type { Report } from "../../spec/report.ts";
import { isAsShipped, loadContract } from "../engine/contract.ts";
import type { RunOptions } from "../engine/options.ts";
import { runInVitest } from "./vitest.ts";

/**
 * Runs the suite against a target and returns the report.
 *
 * @throws OperatorError when the document, the overlay or a rename cannot be used; nothing was sent then.
 */
export async function runConformance(options: RunOptions): Promise<Report> {
  // Mistakes in the overlay surface here, in their own words, before a worker is started.
  if (!isAsShipped(options.target)) await loadContract(options.target);
  return runInVitest(options);
}
