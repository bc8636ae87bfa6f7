import { globMatcher } from "../../spec/glob.ts";
import { didYouMean } from "../../spec/nearest.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import type { ReportRequirement } from "../../spec/report.ts";
import type { AcceptedGap } from "../../spec/target-file.ts";
import type { ResolvedTarget } from "./types.ts";

/** Today in UTC, `YYYY-MM-DD`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Returns the entry that accepts on a day that a requirement is not proven; undefined if there is none. */
export function acceptingGap(gaps: readonly AcceptedGap[], requirement: string, day: string): AcceptedGap | undefined {
  return gaps.find(({ requirement: glob, expires }) => expires >= day && globMatcher(glob)(requirement));
}

/** Returns a sentence for each expired entry. */
export function expiredGaps({ acceptedGaps }: Pick<ResolvedTarget, "acceptedGaps">, day: string): readonly string[] {
  return acceptedGaps
    .filter(({ expires }) => expires < day)
    .map(({ requirement, expires }) => `the acceptSkips entry "${requirement}" expired on ${expires}`);
}

/**
 * Returns a sentence for each entry that is no longer needed, since all counted requirements that it names are proven.
 */
export function unneededGaps(
  { acceptedGaps }: Pick<ResolvedTarget, "acceptedGaps">,
  requirements: readonly Pick<ReportRequirement, "id" | "verdict" | "unobservable" | "unchecked" | "notApplicable">[],
): readonly string[] {
  const counted = requirements.filter((each) => !(each.unobservable || each.unchecked || each.notApplicable));
  const isProven = ({ requirement: glob }: AcceptedGap) => {
    const named = counted.filter(({ id }) => globMatcher(glob)(id));
    return named.length > 0 && named.every(({ verdict }) => verdict === "pass");
  };
  return acceptedGaps
    .filter(isProven)
    .map(({ requirement }) => `the acceptSkips entry "${requirement}" is no longer needed: it is proven`);
}

/**
 * Rejects entries that no requirement matches.
 *
 * @throws OperatorError `TARGET-FILE-UNKNOWN-REQUIREMENT`.
 */
export function rejectUnknownGaps(
  { acceptedGaps, file }: Pick<ResolvedTarget, "acceptedGaps" | "file">,
  requirements: readonly string[],
): void {
  const unknown = acceptedGaps.find(({ requirement }) => !requirements.some(globMatcher(requirement)));
  if (unknown === undefined) return;
  const { requirement } = unknown;
  throw new OperatorError({
    code: "TARGET-FILE-UNKNOWN-REQUIREMENT",
    message: `${file ?? "the target"}, acceptSkips: no requirement has an id that matches "${requirement}".${didYouMean(requirement, requirements)}`,
    hint: 'Give an id or a glob such as "tasks.plan.*"; `wac list` shows all ids.',
  });
}
