import type { Requirement } from "../../../spec/requirement.ts";
import type { Looks } from "../cases/passes.ts";
import type { Check } from "../check/check.ts";
import type { RunSettings } from "../check/options.ts";
import { kindOf } from "./first-passes.ts";

/** The round of what is telling, beside the first looks: with those at what SHOULD hold, after those at what MUST. */
const TELLING = 1;
/** The round of what tells the more the more was made: after the first looks, which make most of it. */
const LATE = 2;
/** Rounds of the second looks, from this one on. */
const SECOND = 3;
/** The round of further looks at cases that are left over, after all that is no expensive one. */
const FURTHER = 5;
/** The round of what is expensive and no first look at what MUST hold. */
const LAST = 7;
/** The round in which what stayed without a response is tried once more. */
export const RETRY = 8;
/** The round of what judges the traffic of all others. */
const AFTER_ALL = 9;

/** The requests that a case may cost for which there is a further look; what costs more is left to a larger budget. */
const DEAREST = 4;

/**
 * In which round a check is looked at again, of which cases are left over: the cheapest cases tell the most for their requests.
 * Null where none are left that are worth their while.
 */
export function roundOfFurtherLook(rest: ReturnType<Looks["rest"]>): number | null {
  if (rest === null || rest.each > DEAREST) return null;
  return rest.each <= 1 ? FURTHER : FURTHER + 1;
}

/**
 * In which round a sparing run takes up each check. The first look at each requirement and operation comes before further ones,
 * which have what is left of the budget; what a rule judges in all traffic has its first look there. Of further looks what is
 * telling, or costs next to nothing as its responses are shared, comes first; of either what MUST hold comes before what SHOULD,
 * unless the run is strict.
 */
export function roundsOf(
  checks: readonly Check[],
  catalogue: { get(requirement: string): Pick<Requirement, "level"> | undefined },
  { strict }: Pick<RunSettings, "strict">,
): ReadonlyMap<Check, number> {
  // A rule that needs a fixture of its own is about requests that only checks send: as another workspace.
  const isJudging = ({ last, fixtures }: Check) => last === true && fixtures.length === 0;
  const judged = new Set(checks.filter(isJudging).map(({ requirement }) => requirement));
  const seen = new Set<string>();
  const rounds = new Map<Check, number>();
  for (const check of checks) {
    const kind = kindOf(check);
    const later = !strict && catalogue.get(check.requirement)?.level === "SHOULD" ? 1 : 0;
    const further = check.shared === true ? TELLING : SECOND;
    const isFurther = seen.has(kind) || judged.has(check.requirement);
    const round = later + (check.telling === true ? TELLING : isFurther ? further : 0);
    rounds.set(check, exceptionalRound(check, round) ?? round);
    if (check.last !== true && check.telling !== true) seen.add(kind);
  }
  return rounds;
}

function exceptionalRound({ last, late, dear, waits }: Check, round: number): number | null {
  if (waits === true) return 0;
  if (last === true) return AFTER_ALL;
  if (late === true) return LATE;
  return dear === true && round > 0 ? LAST : null;
}
