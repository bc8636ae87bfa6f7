import type { Report } from "../../spec/report.ts";
import { runChecks } from "./run-checks.ts";
import { type RunRequest, readRunRequest } from "./run-settings.ts";

/**
 * Runs the suite against a target, in this process, and returns the report.
 *
 * @throws OperatorError when the request, or the document, the overlay, a rename or the known failures that the target
 *   names, cannot be used; nothing was sent then.
 */
export async function runConformance(request: RunRequest): Promise<Report> {
  return await runChecks(await readRunRequest(request));
}
