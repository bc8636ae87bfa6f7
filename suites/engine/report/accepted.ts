import type { ReportAcceptance, ReportRequirement } from "../../../spec/report.ts";
import { acceptsSkip } from "../../target/fixtures.ts";
import { knownBlockers } from "./echoes.ts";
import { isGap } from "./verdict.ts";

/** Marks the gaps that the target file accepts, and those that only known failures cause. */
export function markAccepted(
  requirements: readonly ReportRequirement[],
  acceptSkips: readonly string[],
): readonly ReportRequirement[] {
  return requirements.map((requirement) => {
    const accepted = isGap(requirement) ? acceptanceOf(requirement, requirements, acceptSkips) : null;
    return accepted === null ? requirement : { ...requirement, accepted };
  });
}

function acceptanceOf(
  requirement: ReportRequirement,
  all: readonly ReportRequirement[],
  acceptSkips: readonly string[],
): ReportAcceptance | null {
  const fixtures = acceptedFixtures(requirement, acceptSkips);
  if (fixtures.length > 0) return { by: "acceptSkips", entries: fixtures };
  const blockers = knownBlockers(requirement, all);
  return blockers.length > 0 ? { by: "knownFailures", entries: blockers } : null;
}

/** The entries that accept a skip; empty unless each missing fixture is accepted. */
function acceptedFixtures({ verdict, missingFixtures }: ReportRequirement, acceptSkips: readonly string[]): string[] {
  if (verdict !== "skip" || !missingFixtures.every((path) => acceptsSkip(acceptSkips, path))) return [];
  return acceptSkips.filter((entry) => missingFixtures.some((path) => acceptsSkip([entry], path)));
}
