import type { ReportCounts, ReportRequirement } from "../../../spec/report.ts";
import type { Requirement } from "../../../spec/requirement.ts";
import type { Verdict } from "../../../spec/verdict.ts";

/**
 * Returns the verdict of a requirement from those of its deciding checks (`decidingOutcomes`): it passes only if all of
 * them do. Checks that were not applicable count only if there are no others.
 */
export function combine(checks: readonly { readonly verdict: Verdict; readonly isNotApplicable?: boolean }[]): Verdict {
  const order: readonly Verdict[] = ["fail", "inconclusive", "skip", "pass"];
  const tried = checks.filter(({ isNotApplicable }) => isNotApplicable !== true);
  const deciding = tried.length > 0 ? tried : checks;
  return order.find((verdict) => deciding.some((check) => check.verdict === verdict)) ?? "inconclusive";
}

/** Counts by verdict the requirements of one level that take part in the verdict. */
export function countVerdicts(requirements: readonly ReportRequirement[], level: Requirement["level"]): ReportCounts {
  const counts = { pass: 0, fail: 0, skip: 0, inconclusive: 0, known: 0 };
  for (const requirement of requirements) {
    if (requirement.level !== level || !takesPart(requirement)) continue;
    if (requirement.known) counts.known += 1;
    else counts[requirement.verdict] += 1;
  }
  return counts;
}

/** Returns false for a requirement that is not observable, has no check yet, or does not apply; true for all others. */
export function takesPart(requirement: ReportRequirement): boolean {
  return !requirement.unobservable && !requirement.unchecked && !requirement.notApplicable;
}

/** Returns true for a requirement that takes part and neither passed nor failed. */
export function isGap(requirement: ReportRequirement): boolean {
  return takesPart(requirement) && (requirement.verdict === "skip" || requirement.verdict === "inconclusive");
}
