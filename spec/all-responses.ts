import type { ReportCheck, ReportRequirement } from "./report.ts";

/** The suffix of the names of checks that judge all responses of a run again. */
export const ALL_RESPONSES_SUFFIX = ", in all responses of the run";

/**
 * Returns true if only the responses to requests of other requirements showed the failure: a run restricted to this
 * requirement does not send these requests.
 */
export function isSeenInAllResponsesOnly({ checks }: Pick<ReportRequirement, "checks">): boolean {
  const failed = checks.filter(({ failure }: ReportCheck) => failure !== null);
  return failed.length > 0 && failed.every(({ name }) => name.endsWith(ALL_RESPONSES_SUFFIX));
}
