import type { ReportAcceptance, ReportRequirement } from "../../../spec/report.ts";
import { acceptingGap } from "../../target/accepted-gaps.ts";
import { acceptsSkip } from "../../target/fixtures.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import { knownBlockers } from "./echoes.ts";
import { isGap } from "./verdict.ts";

/** The gaps that the owner of a target accepts. */
export interface Accepted extends Pick<ResolvedTarget, "acceptSkips" | "acceptedGaps"> {
  /** The day of the run, `YYYY-MM-DD`. Expired entries accept nothing. */
  readonly day: string;
}

/** Marks the gaps that the target file accepts, and those that only known failures cause. */
export function markAccepted(
  requirements: readonly ReportRequirement[],
  owner: Accepted,
): readonly ReportRequirement[] {
  return requirements.map((requirement) => {
    const accepted = isGap(requirement) ? acceptanceOf(requirement, requirements, owner) : null;
    return accepted === null ? requirement : { ...requirement, accepted };
  });
}

function acceptanceOf(
  requirement: ReportRequirement,
  all: readonly ReportRequirement[],
  { acceptSkips, acceptedGaps, day }: Accepted,
): ReportAcceptance | null {
  const fixtures = acceptedFixtures(requirement, acceptSkips);
  if (fixtures.length > 0) return { by: "acceptSkips", entries: fixtures };
  const gap = acceptingGap(acceptedGaps, requirement.id, day);
  if (gap !== undefined) {
    return { by: "acceptSkips", entries: [gap.requirement], reason: gap.reason, expires: gap.expires };
  }
  const blockers = knownBlockers(requirement, all);
  return blockers.length > 0 ? { by: "knownFailures", entries: blockers } : null;
}

/** Returns the entries that accept a skip; empty unless every missing fixture is accepted. */
function acceptedFixtures({ verdict, missingFixtures }: ReportRequirement, acceptSkips: readonly string[]): string[] {
  if (verdict !== "skip" || !missingFixtures.every((path) => acceptsSkip(acceptSkips, path))) return [];
  return acceptSkips.filter((entry) => missingFixtures.some((path) => acceptsSkip([entry], path)));
}
