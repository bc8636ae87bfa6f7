import type { Json } from "../../../spec/json.ts";
import type { Fixtures } from "../../../spec/target-file.ts";
import { fixtureAt, putFixture } from "../../target/fixtures.ts";
import { FIXTURE_TABLE, type FixtureRow } from "../doctor/fixture-table.ts";
import { FOREIGN_SOURCES } from "./foreign-sources.ts";
import { OWN_SOURCES } from "./own-sources.ts";
import type { Candidate, DiscoveredSoFar, Sources } from "./source.ts";

/** The finding on one fixture. */
export interface FixtureFinding {
  readonly fixture: string;
  /** Null if none was found. */
  readonly value: Json;
  /** The value in the target file, if none was found. */
  readonly kept?: Json;
  /** The evidence for the value; if none was found, the obstacle. */
  readonly evidence: string;
  /** How the owner of the target can get one. */
  readonly obtain: string;
}

/** Values that are tried for one fixture. */
const MAX_VALUES = 8;
/** In the order in which later ones build on earlier ones. */
const SOURCES: Sources = { ...OWN_SOURCES, ...FOREIGN_SOURCES };

/** Passes for every fixture; each value is held against the probe by which `wac doctor` judges the fixture. */
export async function findFixtures(known: Omit<DiscoveredSoFar, "fixtures">): Promise<readonly FixtureFinding[]> {
  const fixtures: Fixtures = {};
  const found = new Map<string, string>();
  const gaps = new Map<string, string>();
  for (const [fixture, source] of Object.entries(SOURCES)) {
    const row = FIXTURE_TABLE.find((one) => one.fixture === fixture);
    if (row === undefined || found.has(fixture)) continue;
    const { candidates, gap } = await source({ ...known, fixtures });
    const chosen = await firstThatHolds(row, candidates.slice(0, MAX_VALUES), known, fixtures);
    gaps.set(fixture, typeof chosen === "string" ? chosen : gap);
    if (chosen === null || typeof chosen === "string") continue;
    const { value, more = {}, evidence } = chosen;
    for (const [path, part] of [[fixture, value] as const, ...Object.entries(more)]) {
      putFixture(fixtures, path, part);
      found.set(path, evidence);
    }
  }
  return FIXTURE_TABLE.map(({ fixture, obtain }) => {
    const evidence = found.get(fixture) ?? gaps.get(fixture) ?? "no request that only reads shows one";
    return { fixture, value: (fixtureAt(fixtures, fixture) ?? null) as Json, evidence, obtain };
  });
}

/**
 * Returns the first candidate that its probe confirms; otherwise the result of the last probe, or null without any.
 */
async function firstThatHolds(
  { fixture, probe }: FixtureRow,
  candidates: readonly Candidate[],
  { session }: Omit<DiscoveredSoFar, "fixtures">,
  fixtures: Fixtures,
): Promise<Candidate | string | null> {
  let last: string | null = null;
  for (const candidate of candidates) {
    if (probe === null) return candidate;
    const tried = structuredClone(fixtures);
    for (const [path, part] of Object.entries({ [fixture]: candidate.value, ...candidate.more })) {
      putFixture(tried, path, part);
    }
    const finding = await probe.look(session, tried);
    if (finding.state === "ok") return { ...candidate, evidence: `${candidate.evidence}; ${finding.text}` };
    last = `${candidates.length === 1 ? "one may be" : `${candidates.length} may be`}, and none was confirmed: ${finding.text}`;
  }
  return last;
}
