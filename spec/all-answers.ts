import type { ReportCheck, ReportRequirement } from "./report.ts";

/** How the names of checks end that judge, once more, what all others of a run were answered. */
export const IN_ALL_ANSWERS = ", in all responses of the run";

/**
 * True where nothing but the responses to the requests of other requirements showed that it fails: a run that is restricted
 * to it does not send these.
 */
export function isSeenInAllAnswersOnly({ checks }: Pick<ReportRequirement, "checks">): boolean {
  const failed = checks.filter(({ failure }: ReportCheck) => failure !== null);
  return failed.length > 0 && failed.every(({ name }) => name.endsWith(IN_ALL_ANSWERS));
}
