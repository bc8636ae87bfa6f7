import type { Report } from "../../../spec/report.ts";
import { NOT_RUN_AT_BUDGET } from "../../engine/execution/not-run.ts";
import { acceptsSkip, FIXTURE_PATHS, fixturePaths, hasFixture } from "../../target/fixtures.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import { rehearse } from "../plan/rehearse.ts";

/** A missing fixture, and the requirements that it affects. */
export interface Gap {
  readonly fixture: string;
  /** MUST requirements that this fixture by itself would prove. */
  readonly wins: readonly string[];
  /** MUST requirements that need it and other fixtures. */
  readonly helps: readonly string[];
  /** True when the target file accepts that it is missing. */
  readonly accepted: boolean;
}

const SMALL = {
  budget: "smoke",
  seed: 1,
  only: [],
  onlyFailed: null,
  strict: false,
  readOnly: false,
  maxFailures: 0,
} as const;

/** What a run of this target file leaves unproven. */
export interface Unproven {
  /** The missing fixtures, the most useful first. */
  readonly gaps: readonly Gap[];
  /** MUST requirements that lack no fixture, and that a smoke run leaves out: only a larger budget runs them. */
  readonly beyondSmoke: readonly string[];
}

/**
 * Returns what a run leaves unproven. A rehearsal against the bundled fake, with the fixtures that the target has, shows
 * what each check lacks.
 */
export async function unprovenOf(target: ResolvedTarget): Promise<Unproven> {
  if (fixturePaths(target.fixtures).missing.length === 0) return { gaps: [], beyondSmoke: [] };
  const { report } = await rehearse(target, SMALL, () => {});
  return { gaps: rankGaps(report, target), beyondSmoke: leftOutOf(report) };
}

/** Returns the MUST requirements that a rehearsal left out for lack of requests. */
export function leftOutOf({ requirements }: Pick<Report, "requirements">): readonly string[] {
  return requirements
    .filter(
      ({ level, verdict, missingFixtures }) => level === "MUST" && verdict === "skip" && missingFixtures.length === 0,
    )
    .filter(({ reason }) => reason?.includes(NOT_RUN_AT_BUDGET))
    .map(({ id }) => id);
}

/** Returns the gaps in a rehearsal. */
function rankGaps({ requirements }: Pick<Report, "requirements">, target: ResolvedTarget): readonly Gap[] {
  const must = requirements.filter(({ level, missingFixtures }) => level === "MUST" && missingFixtures.length > 0);
  const needs = must.map(({ id, missingFixtures }) => ({ id, missing: missingAmong(missingFixtures, target) }));
  const missing = [...new Set(needs.flatMap((need) => need.missing))];
  const gaps = missing.map((fixture) => {
    const concerned = needs.filter((need) => need.missing.includes(fixture));
    const [alone, shared] = [
      concerned.filter((need) => need.missing.length === 1),
      concerned.filter((need) => need.missing.length > 1),
    ];
    const ids = (list: typeof concerned) => list.map(({ id }) => id);
    return { fixture, wins: ids(alone), helps: ids(shared), accepted: acceptsSkip(target.acceptSkips, fixture) };
  });
  return gaps.sort((one, other) => other.wins.length - one.wins.length || other.helps.length - one.helps.length);
}

/** Returns the missing ones of the named fixtures; a group means all of its members. */
function missingAmong(names: readonly string[], { fixtures }: ResolvedTarget): string[] {
  const leaves = names.flatMap((name) => FIXTURE_PATHS.filter((path) => path === name || path.startsWith(`${name}.`)));
  return [...new Set(leaves)].filter((path) => !hasFixture(fixtures, path));
}
