import type { Requirement } from "../../../spec/requirement.ts";
import type { Passes } from "../cases/passes.ts";
import type { Check } from "../check/check.ts";
import type { RunSettings } from "../check/options.ts";
import type { Plan } from "./schedule.ts";

/** The round of early checks, next to the first looks: with those at what SHOULD hold, after those at what MUST. */
const EARLY = 1;
/** The round of what tells the more the more was created: after the first looks, which make most of it. */
const LATE = 2;
/** Schedule of the second looks, from this one on. */
const SECOND = 3;
/** The round of what only adds to others, and tells the more the more was created: with the last of the second looks. */
const LATE_FURTHER = 4;
/** The round of further looks at cases that are left over. */
const FURTHER = 5;
/** The round of what is expensive and no first look at what MUST hold, and of further looks at expensive cases. */
const LAST = 7;
/** The round in which what stayed without a response is tried once more. */
const RETRY = 8;
/** The round in which the other agent looks at what the caller has looked at. */
const AS_ANOTHER = 9;
/** The round of what judges the traffic of all others. */
const AFTER_ALL = 10;

/** The requests that a case may cost to be looked at before what is expensive. */
const DEAREST = 4;

/** In which round a check is looked at again, of which cases are left over: the cheapest cases tell the most for their requests. */
export function roundOfFurtherLook({ each }: NonNullable<ReturnType<Passes["rest"]>>): number {
  if (each > DEAREST) return LAST;
  return each <= 1 ? FURTHER : FURTHER + 1;
}

/**
 * In which round a run takes up each check: one order for every budget, of which a larger one gets farther. The first look at
 * each requirement and operation comes before further ones, which have what is left of the budget; what a rule judges in all
 * traffic has its first look there. Of further looks those come first that are early, or cost next to nothing as their
 * responses are shared; what MUST hold comes before what SHOULD, unless the run is strict. In a run of some requirements,
 * checks that are there for their traffic alone have what the others leave.
 */
export function planOf(
  checks: readonly Check[],
  catalogue: { get(requirement: string): Pick<Requirement, "level"> | undefined },
  { strict }: Pick<RunSettings, "strict">,
  selected: (requirement: string) => boolean = () => true,
): Plan {
  // A rule that needs a fixture of its own is about requests that only checks send: as another workspace.
  const isJudging = ({ last, fixtures, isFurther }: Check) =>
    last === true && fixtures.length === 0 && isFurther !== true;
  const judged = new Set(checks.filter(isJudging).map(({ requirement }) => requirement));
  const isCarrier = ({ requirement, isStimulus }: Check) => !selected(requirement) && isStimulus !== true;
  const seen = new Set<string>();
  const rounds = new Map<Check, number>();
  for (const check of checks) {
    const kind = kindOf(check);
    const later = !strict && catalogue.get(check.requirement)?.level === "SHOULD" ? 1 : 0;
    const further = check.shared === true ? EARLY : SECOND;
    const isFurther = check.isFurther === true || seen.has(kind) || judged.has(check.requirement);
    const round = later + (check.early === true ? EARLY : isFurther ? further : 0);
    rounds.set(check, exceptionalRound(check, round, isCarrier(check)) ?? round);
    const isFirst = ![check.last, check.early, check.isFurther, check.asAnother].includes(true);
    if (isFirst) seen.add(kind);
  }
  const first = [...rounds].flatMap(([check, round]) => (round === 0 ? [check] : []));
  return { rounds, first: new Set(first), retry: RETRY };
}

/** What a first look is the first one at: a requirement on its operations. */
function kindOf({ requirement, operations }: Check): string {
  return `${requirement} ${operations.join(" ")}`;
}

function exceptionalRound(check: Check, round: number, isCarrier: boolean): number | null {
  const { last, late, costly, waits, asAnother, isFurther } = check;
  if (asAnother === true) return AS_ANOTHER;
  if (isCarrier) return LAST;
  if (waits === true) return 0;
  if (last === true) return AFTER_ALL;
  if (late === true) return isFurther === true ? LATE_FURTHER : LATE;
  return costly === true && round > 0 ? LAST : null;
}
