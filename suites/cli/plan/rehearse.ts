import { createFake, type Fake } from "../../../fake/index.ts";
import type { Report } from "../../../spec/report.ts";
import type { Fixtures } from "../../../spec/target-file.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import type { RunEvent } from "../../index.ts";
import { FIXTURE_PATHS, fixtureAt, fixturePaths, putFixture } from "../../target/fixtures.ts";
import { completeTarget } from "../../target/load.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import type { Selection } from "../run/settings.ts";

/** The report of a rehearsal, and the fixtures that it used up. */
export interface Rehearsal {
  readonly report: Report;
  readonly challengeTokens: number;
}

/** Estimates a run: the same checks, seed, budget and fixtures, against the bundled fake instead of the target. */
export async function rehearse(
  target: ResolvedTarget,
  selection: Selection,
  onProgress: (event: RunEvent) => void,
): Promise<Rehearsal> {
  const fake = await createFake();
  try {
    const fixtures = limitedToFixturesOf(fake.fixtures, target.fixtures);
    const stage = completeTarget({ baseUrl: fake.baseUrl, apiKey: fake.apiKey, fixtures }, process.cwd());
    const { overlay, limits, acceptSkips } = target;
    const settings = { ...selection, target: { ...stage, overlay, limits, acceptSkips }, knownFailures: null };
    const report = await runChecksOrThrow({ ...settings, onProgress });
    return { report, challengeTokens: usedTokens(fake) };
  } finally {
    await fake.close();
  }
}

function usedTokens(fake: Fake): number {
  const tokens = [...fake.service.workspaces.values()].flatMap(({ challenges }) => [...challenges.all()]);
  return tokens.filter(({ usedAt }) => usedAt !== null).length;
}

/** Returns the fake's fixtures, without those that the target lacks; lists have as many entries as the target's. */
function limitedToFixturesOf(own: Fixtures, target: Fixtures): Fixtures {
  const { present } = fixturePaths(target);
  const kept: Fixtures = {};
  for (const path of FIXTURE_PATHS) {
    const value = fixtureAt(own, path);
    if (!present.includes(path) || value === undefined) continue;
    const wanted = fixtureAt(target, path);
    putFixture(kept, path, Array.isArray(value) && Array.isArray(wanted) ? value.slice(0, wanted.length) : value);
  }
  return kept;
}
