import type { Check } from "../check/check.ts";
import { isRestricted, isSparing, type RunSettings } from "../check/options.ts";
import { createFurtherLooks, kindOf } from "./first-passes.ts";
import { roundsOf, RETRY as SPARING_RETRY } from "./frugal-schedule.ts";
import type { Plan } from "./schedule.ts";

/** The round of further looks at what others look at first, and of what a smoke run of some requirements has for monitors alone. */
const FURTHER = 1;
/** The round of what tells the more the more was made. */
const LATE = 2;
/** The round of what goes on from others with many requests: where pages are small or indexes slow, these may need them all. */
const WIDE = 3;
/** The round in which what stayed without a response is tried once more. */
const RETRY = 4;
/** The round in which the other agent looks at what the caller has looked at. */
const AS_ANOTHER = 5;
/** The round of what judges the traffic of all others. */
const AFTER_ALL = 6;

/**
 * In which round each check of a run is taken up. In a large run of everything the first look
 * at each requirement and operation comes first: a target that costs many requests, as its pages are small or others write all
 * the time, leaves some for what else there is. What tells the more the more was made comes after that, then what is wide, what
 * the other agent looks at, and in the end what judges the traffic of all others. A run of some requirements is as large as
 * they are: all that it looks at itself is first. Stimuli create what first looks have left them room for.
 */
export function plannedRounds(
  checks: readonly Check[],
  catalogue: Parameters<typeof roundsOf>[1],
  settings: RunSettings,
  selected: (requirement: string) => boolean,
): Plan {
  // Few requests are for one round after the other: what is under way at once would spend them on what comes later.
  if (isSparing(settings)) {
    const rounds = roundsOf(checks, catalogue, settings);
    return { rounds, first: new Set(ofRound(rounds, 0)), atOnce: 0, retry: SPARING_RETRY };
  }
  const isCarrier = ({ requirement }: Check) => settings.budget === "smoke" && !selected(requirement);
  const isFurther = isRestricted(settings) ? () => false : createFurtherLooks();
  function roundOf(check: Check): number {
    if (check.last === true) return AFTER_ALL;
    if (check.asAnother === true) return AS_ANOTHER;
    if (check.late === true) return LATE;
    if (check.wide === true) return WIDE;
    if (check.waits === true) return 0;
    return isCarrier(check) || check.isStimulus === true || isFurther(check) ? FURTHER : 0;
  }
  const rounds = new Map(checks.map((check) => [check, roundOf(check)]));
  // What comes late and is the only look at something is a first one all the same.
  const first = ofRound(rounds, 0);
  const seen = new Set(first.map(kindOf));
  const late = ofRound(rounds, LATE).filter((check) => check.isStimulus !== true && !seen.has(kindOf(check)));
  return { rounds, first: new Set([...first, ...late]), atOnce: FURTHER, retry: RETRY };
}

function ofRound(rounds: ReadonlyMap<Check, number>, wanted: number): Check[] {
  return [...rounds].flatMap(([check, round]) => (round === wanted ? [check] : []));
}
