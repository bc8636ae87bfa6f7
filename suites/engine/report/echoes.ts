import type { Echoes, FailedRequirement } from "../../../spec/catalogue/echoes.ts";
import type { ReportCheck, ReportRequirement } from "../../../spec/report.ts";
import { failingChecks } from "./match-known.ts";

/**
 * Returns one finding for each cause: a failure that follows from another one (`spec/echoes.yaml`) becomes inconclusive
 * and names the cause, which counts its echoes.
 */
export function withoutEchoes(requirements: readonly ReportRequirement[], echoes: Echoes): ReportRequirement[] {
  const failed = requirements.filter((requirement) => requirement.verdict === "fail");
  const causes = new Map(
    failed.map((requirement) => [requirement.id, rootOf(requirement, ofNoLowerLevel(failed, requirement), echoes)]),
  );
  return requirements.map((requirement) => {
    const cause = causes.get(requirement.id);
    if (cause === undefined) return requirement;
    if (cause !== requirement.id) return blocked(requirement, cause);
    const consequences = requirements.filter(
      (requirement) => requirement.id !== cause && causes.get(requirement.id) === cause,
    );
    return counting(requirement, consequences.flatMap(failingChecks).length);
  });
}

/**
 * Returns the failures that may be the cause of one of this level. A SHOULD never replaces a MUST, since the run would
 * look better than it is.
 */
function ofNoLowerLevel(failed: readonly ReportRequirement[], { level }: ReportRequirement): ReportRequirement[] {
  return failed.filter((requirement) => requirement.level === "MUST" || level === "SHOULD");
}

function rootOf(requirement: ReportRequirement, failed: readonly ReportRequirement[], echoes: Echoes): string {
  return echoes.rootOf(toFailed(requirement), failed.map(toFailed));
}

function toFailed(requirement: ReportRequirement): FailedRequirement {
  return { id: requirement.id, causes: failingChecks(requirement).flatMap(({ failure }) => failure?.cause ?? []) };
}

function blocked(requirement: ReportRequirement, cause: string): ReportRequirement {
  const reason = `blocked by ${cause}`;
  const checks = requirement.checks.map((check): ReportCheck => {
    if (check.verdict !== "fail") return check;
    return { ...check, verdict: "inconclusive", reason: `${reason}: ${check.reason}`, blockedBy: cause, failure: null };
  });
  return { ...requirement, verdict: "inconclusive", reason, checks };
}

/** Returns the requirement with the number of failures that followed from it in its first failure. */
function counting(requirement: ReportRequirement, echoes: number): ReportRequirement {
  const first = failingChecks(requirement)[0];
  if (echoes === 0 || !first?.failure) return requirement;
  const counted = { ...first, failure: { ...first.failure, echoes: first.failure.echoes + echoes } };
  return { ...requirement, checks: requirement.checks.map((check) => (check === first ? counted : check)) };
}

/**
 * Returns the known failures that are the only reason why a requirement was not judged; empty if there is any other.
 */
export function knownBlockers(requirement: ReportRequirement, all: readonly ReportRequirement[]): readonly string[] {
  const open = requirement.checks.filter((check) => check.verdict !== "pass");
  const blockers = open.map(({ verdict, blockedBy }) =>
    verdict === "inconclusive" && all.some(({ id, known }) => id === blockedBy && known) ? blockedBy : null,
  );
  const known = blockers.filter((id) => id !== null);
  return known.length === blockers.length ? [...new Set(known)] : [];
}
