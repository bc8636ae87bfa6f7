import type { Requirement } from "../../../spec/requirement.ts";
import type { Passes } from "../cases/passes.ts";
import type { Check } from "../check/check.ts";
import type { RunSettings } from "../check/options.ts";
import type { Plan } from "./schedule.ts";

/** The round of early checks: with the first checks of SHOULD, after those of MUST. */
const EARLY = 1;
/** The round of checks that find more the more was created: after the first checks, which create most of it. */
const LATE = 2;
/** The round of further checks of MUST; those of SHOULD are in the next. */
const FURTHER_CHECK = 3;
/** The round of late checks that only add to others: with the further checks of SHOULD. */
const LATE_FURTHER = 4;
/** The round of further passes for the cheapest remaining cases; more expensive ones are in the next. */
const FURTHER_PASS = 5;
/** The round of expensive checks that are not the first for a MUST, and of further passes for expensive cases. */
const LAST = 7;
/** The round in which checks without a response are retried. */
const RETRY = 8;
/** The round of checks that are repeated as the other agent. */
const AS_ANOTHER = 9;
/** The round of checks that judge the traffic of all others. */
const AFTER_ALL = 10;

/** The most requests per case for a further pass before the expensive checks. */
const MAX_REQUESTS_PER_CASE = 4;

/**
 * Returns the round of a further pass for the remaining cases of a check. The cheapest cases come first, as they find
 * the most per request.
 */
export function roundOfFurtherPass({ each }: NonNullable<ReturnType<Passes["rest"]>>): number {
  if (each > MAX_REQUESTS_PER_CASE) return LAST;
  return each <= 1 ? FURTHER_PASS : FURTHER_PASS + 1;
}

/**
 * Returns the round of each check. The order is the same for every budget; a larger one gets further. The first check
 * of each requirement and operation comes before further ones, which use the rest of the budget; a requirement that a
 * rule judges in all traffic has its first check there. Of the further checks, early ones come first, and those that
 * cost next to nothing because their responses are shared. MUST comes before SHOULD, unless the run is strict. In a run
 * of some requirements, checks that only provide traffic use what the others leave.
 */
export function planOf(
  checks: readonly Check[],
  catalogue: { get(requirement: string): Pick<Requirement, "level"> | undefined },
  { strict }: Pick<RunSettings, "strict">,
  selected: (requirement: string) => boolean = () => true,
): Plan {
  // A rule with a fixture of its own judges requests that only checks send, such as those as another workspace.
  const isJudging = ({ judgesTraffic, fixtures, isAdditional }: Check) =>
    judgesTraffic === true && fixtures.length === 0 && isAdditional !== true;
  const judged = new Set(checks.filter(isJudging).map(({ requirement }) => requirement));
  const isCarrier = ({ requirement, isStimulus }: Check) => !selected(requirement) && isStimulus !== true;
  const seen = new Set<string>();
  const rounds = new Map<Check, number>();
  for (const check of checks) {
    const kind = kindOf(check);
    const later = !strict && catalogue.get(check.requirement)?.level === "SHOULD" ? 1 : 0;
    const further = check.reusesResponses === true ? EARLY : FURTHER_CHECK;
    const isFurther = check.isAdditional === true || seen.has(kind) || judged.has(check.requirement);
    const round = later + (check.runsEarly === true ? EARLY : isFurther ? further : 0);
    rounds.set(check, exceptionalRound(check, round, isCarrier(check)) ?? round);
    const isFirst = ![check.judgesTraffic, check.runsEarly, check.isAdditional, check.asAnother].includes(true);
    if (isFirst) seen.add(kind);
  }
  const first = [...rounds].flatMap(([check, round]) => (round === 0 ? [check] : []));
  return { rounds, first: new Set(first), retry: RETRY };
}

/** Returns the key of a first check: a requirement and its operations. */
function kindOf({ requirement, operations }: Check): string {
  return `${requirement} ${operations.join(" ")}`;
}

function exceptionalRound(check: Check, round: number, isCarrier: boolean): number | null {
  const { judgesTraffic, runsLate, isCostly, waitsForTime, asAnother, isAdditional } = check;
  if (asAnother === true) return AS_ANOTHER;
  if (isCarrier) return LAST;
  if (waitsForTime === true) return 0;
  if (judgesTraffic === true) return AFTER_ALL;
  if (runsLate === true) return isAdditional === true ? LATE_FURTHER : LATE;
  return isCostly === true && round > 0 ? LAST : null;
}
