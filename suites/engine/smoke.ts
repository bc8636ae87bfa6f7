import type { Requirement } from "../../spec/requirement.ts";
import type { Check, CheckOutcome } from "./check.ts";
import { skipped } from "./excuse.ts";
import type { RunSettings } from "./options.ts";

/** True for a run of some requirements only: it asks for these in full, whatever its budget. */
export function isRestricted({ only, onlyFailed, replay }: RunSettings): boolean {
  return only.length > 0 || onlyFailed !== null || Boolean(replay);
}

/** A smoke run of everything has to be sparing. */
export function isSparing(settings: RunSettings): boolean {
  return settings.budget === "smoke" && !isRestricted(settings);
}

/** The round of what is dear and no first look at what MUST hold. */
const LAST = 4;

/**
 * In which round a sparing run takes up each check. What MUST hold comes before what SHOULD, unless the run is strict; of
 * either the first look at each requirement and operation comes before further ones, which have what is left of the budget.
 */
export function roundsOf(
  checks: readonly Check[],
  catalogue: { get(requirement: string): Pick<Requirement, "level"> | undefined },
  { strict }: Pick<RunSettings, "strict">,
): ReadonlyMap<Check, number> {
  const seen = new Set<string>();
  const rounds = new Map<Check, number>();
  for (const check of checks) {
    const kind = `${check.requirement} ${check.operations.join(" ")}`;
    const later = !strict && catalogue.get(check.requirement)?.level === "SHOULD" ? 2 : 0;
    const round = later + (seen.has(kind) ? 1 : 0);
    rounds.set(check, check.dear === true && round > 0 ? LAST : round);
    seen.add(kind);
  }
  return rounds;
}

/** The outcome of a check for which a sparing run has nothing left: no gap where the requirement was looked at, and no proof. */
export function leftOut(check: Check): CheckOutcome {
  return { ...skipped(check, "left to a larger budget: a smoke run looks at less", []), aside: true };
}
