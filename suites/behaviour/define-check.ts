import type { Check, CheckContext, RunContext } from "../engine/check/check.ts";
import { hasFixture } from "../target/fixtures.ts";

type Fields = Pick<Check, "requirement" | "name" | "operations"> &
  Partial<
    Pick<
      Check,
      "fixtures" | "writes" | "dear" | "telling" | "shared" | "late" | "last" | "isFurther" | "isStimulus" | "waits"
    >
  >;

/** A check that needs no fixture and writes, unless it is said otherwise. */
export function defineCheck(fields: Fields, run: (check: CheckContext) => Promise<void>): Check {
  return { fixtures: [], writes: true, ...fields, run };
}

/** Checks that add to others of their requirement: they come after the first looks of all. */
export function further(checks: readonly Check[]): Check[] {
  return checks.map((check) => ({ ...check, isFurther: true }));
}

/** Those whose fixtures are there: for checks that add to others, so that their absence leaves no gap in a requirement. */
export function whereThere({ target }: RunContext, checks: readonly Check[]): Check[] {
  return checks.filter(({ fixtures }) => fixtures.every((path) => hasFixture(target.fixtures, path)));
}
