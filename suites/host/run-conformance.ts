import type { Report } from "../../spec/report.ts";
import { type RunRequest, settleRequest } from "./settle.ts";
import { runInVitest } from "./vitest.ts";

/**
 * Runs the suite against a target and returns the report.
 *
 * @throws OperatorError when the request, or the document, the overlay, a rename or the known failures that the target
 *   names, cannot be used; nothing was sent then.
 */
export async function runConformance(request: RunRequest): Promise<Report> {
  // Mistakes surface here, in their own words, before a worker is started.
  return runInVitest(await settleRequest(request));
}
