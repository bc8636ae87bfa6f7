import type { Report } from "../../../spec/report.ts";
import { acceptsSkip, FIXTURE_PATHS, fixturePaths, hasFixture } from "../../target/fixtures.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import { rehearse } from "../plan/rehearse.ts";

/** A fixture that is missing, and what it costs. */
export interface Gap {
  readonly fixture: string;
  /** MUST requirements that this fixture alone would prove. */
  readonly wins: readonly string[];
  /** MUST requirements that need it, and others besides. */
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

/**
 * Missing fixtures with the MUST requirements that stay unproven without them, the most rewarding first.
 * A rehearsal against the bundled fake, with the fixtures that the target has, shows which checks lack what.
 */
export async function gapsOf(target: ResolvedTarget): Promise<readonly Gap[]> {
  if (fixturePaths(target.fixtures).missing.length === 0) return [];
  return rankGaps((await rehearse(target, SMALL, () => {})).report, target);
}

/** The gaps that a rehearsal shows. */
function rankGaps({ requirements }: Pick<Report, "requirements">, target: ResolvedTarget): readonly Gap[] {
  const must = requirements.filter(({ level, missingFixtures }) => level === "MUST" && missingFixtures.length > 0);
  const needs = must.map(({ id, missingFixtures }) => ({ id, missing: lacking(missingFixtures, target) }));
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

/** What is missing of the fixtures named, a group standing for all of its members. */
function lacking(names: readonly string[], { fixtures }: ResolvedTarget): string[] {
  const leaves = names.flatMap((name) => FIXTURE_PATHS.filter((path) => path === name || path.startsWith(`${name}.`)));
  return [...new Set(leaves)].filter((path) => !hasFixture(fixtures, path));
}
