import type { Check, CheckContext, RunContext } from "../engine/check/check.ts";
import { NotApplicable } from "../outcome/skipped.ts";
import { hasFixture } from "../target/fixtures.ts";

type Fields = Pick<Check, "requirement" | "name" | "operations"> &
  Partial<
    Pick<
      Check,
      | "fixtures"
      | "writes"
      | "isCostly"
      | "runsEarly"
      | "reusesResponses"
      | "runsLate"
      | "judgesTraffic"
      | "isAdditional"
      | "isStimulus"
      | "waitsForTime"
    >
  >;

/** Returns a check that, unless `fields` overrides it, needs no fixture and writes. */
export function defineCheck(fields: Fields, run: (check: CheckContext) => Promise<void>): Check {
  return { fixtures: [], writes: true, ...fields, run };
}

/**
 * Returns a check that only sends requests, for the rules over all traffic: it is never asserted, so it is not
 * applicable once it has sent them.
 */
export function defineStimulus(
  fields: Omit<Fields, "isStimulus">,
  send: (check: CheckContext) => Promise<unknown>,
): Check {
  return defineCheck({ ...fields, isStimulus: true }, async (check) => {
    await send(check);
    throw new NotApplicable("the rules over all traffic judge the responses");
  });
}

/** Marks checks as further ones, which add to others of their requirement. */
export function asAdditional(checks: readonly Check[]): Check[] {
  return checks.map((check) => ({ ...check, isAdditional: true }));
}

/** Returns the checks whose fixtures all exist. For checks that add to others, so that a missing fixture leaves no gap. */
export function withExistingFixtures({ target }: RunContext, checks: readonly Check[]): Check[] {
  return checks.filter(({ fixtures }) => fixtures.every((path) => hasFixture(target.fixtures, path)));
}
