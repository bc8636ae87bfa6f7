import type { JsonObject } from "../../../spec/json.ts";
import { rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { PRECISION, similarityTolerance } from "../../verifiers/similarity-tolerance.ts";
import { defineCheck } from "../define-check.ts";
import { mergeMembers } from "../merge-members.ts";
import type { Group, Member, ProvenanceFixtures } from "./provenance-fixtures.ts";
import { expectEachHit, expectKept, type Recollection, recall } from "./requests.ts";

const OPERATIONS = ["recall"] as const;
const REQUIREMENT = "recall.filters.min-similarity";
const WITH_PROVENANCE = { expand: ["provenance"] };

/** Members of the request in addition to a minimum similarity. */
interface OtherMembers {
  readonly body: JsonObject;
  readonly filters?: JsonObject;
}

/** Checks of a minimum similarity against the shown scores. */
export function minSimilarityChecks(provenanceFixtures: ProvenanceFixtures): Check[] {
  return [lessSimilarExcluded(provenanceFixtures), equalMinimumKeepsHit(provenanceFixtures)];
}

function lessSimilarExcluded(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: "a minimum similarity excludes exactly the hits with a lower score",
      operations: OPERATIONS,
    },
    async (check) => {
      const { phrase, members } = await provenanceFixtures.group(check);
      const others = otherMembersOf(members);
      const queries = [phrase, String(members[0]?.created.requested.content)];
      const cases = queries.flatMap((query, turn) =>
        [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95, 1].map((least, index) => ({
          query,
          least,
          others: others[(index + turn) % others.length] ?? { body: {} },
        })),
      );
      let judgedCount = 0;
      const judge = async ({ query, least: requested, others }: (typeof cases)[number], testCase: CaseContext) => {
        await testCase.eventually(async () => {
          const { body, filters = {} } = others;
          const before = await recall(testCase, {
            ...WITH_PROVENANCE,
            query,
            ...body,
            ...(others.filters ? { filters } : {}),
          });
          const shownSimilarities = before.scores.flatMap(similarityOf);
          const tolerance = similarityTolerance(shownSimilarities);
          const effective = effectiveMinimum(requested, shownSimilarities, tolerance);
          if (effective === null) return;
          const least = { ...filters, min_similarity: effective };
          const after = await recall(testCase, { ...WITH_PROVENANCE, query, ...body, filters: least });
          testCase.asserted();
          judgedCount += 1;
          expectMinimumInScores(after.scores, effective, tolerance);
          const own = members.map(({ created }) => created.id);
          expectMinimumApplied(before, after, effective, own, tolerance);
        });
      };
      await check.forEach(rotated(check, combinedWithOthers(cases, others, scopeMembers(members))), judge);
      // In combination with other filters too few hits may remain for a minimum to exclude any. Then each query is
      // tried with the minimum only.
      if (judgedCount === 0) {
        await check.forEach(
          queries.map((query) => ({ query, least: 0.4, others: { body: {} } })),
          judge,
          { all: true },
        );
      }
    },
  );
}

/**
 * Returns a minimum similarity that excludes a hit, since otherwise nothing can be judged: the requested one or, if all
 * similarities are above it, one between the lowest and the highest; null if these are too close.
 */
export function effectiveMinimum(requested: number, similarities: readonly number[], tolerance: number): number | null {
  const lowest = Math.min(...similarities);
  if (lowest < requested) return requested;
  const between = (lowest + Math.max(...similarities)) / 2;
  return between - lowest > tolerance ? between : null;
}

/** Filters that include ended memories. */
export const INCLUDE_ALL_STATUSES = { include_superseded: true, include_invalidated: true, include_expired: true };

/**
 * Returns members to send with and without a minimum similarity: excluding memories may change similarities that are
 * relative to the others.
 */
function otherMembersOf([first]: readonly Member[]): readonly OtherMembers[] {
  return [
    { body: {} },
    { body: {}, filters: { min_confidence: 0.2 } },
    { body: { metadata_filter: { colour: first?.colour ?? "" } } },
    { body: {}, filters: INCLUDE_ALL_STATUSES },
    { body: { limit: 50 } },
  ];
}

/** Returns the scope of one member, which leaves about half of them: too few in combination with everything else. */
function scopeMembers([first]: readonly Member[]): OtherMembers | null {
  const scope_id = first?.created.requested.scope_id;
  return typeof scope_id === "string" ? { body: { scope_id } } : null;
}

/**
 * Returns the cases: every other one with all members at once, the rest with the scope or, if there is none, with their
 * own members.
 */
function combinedWithOthers<Case extends { readonly others: OtherMembers }>(
  cases: readonly Case[],
  others: readonly OtherMembers[],
  scoped: OtherMembers | null,
) {
  const all = {
    body: mergeMembers(others.map(({ body }) => body)),
    filters: mergeMembers(others.map(({ filters }) => filters ?? {})),
  };
  return cases.map((one, index) => ({ ...one, others: index % 2 === 0 ? all : (scoped ?? one.others) }));
}

function expectMinimumInScores(scores: Recollection["scores"], minimum: number, tolerance: number): void {
  for (const [index, score] of scores.entries()) {
    const shown = similarityOf(score)[0] ?? minimum;
    expectThat(shown >= minimum - tolerance, {
      message: "hits of a query must have at least the requested min_similarity",
      expected: `at least ${minimum}`,
      actual: String(shown),
      pointer: `/data/scores/${index}/similarity`,
      keyword: "similarity",
    });
  }
}

/**
 * Compares with the scores of the same query without the filter: less similar hits are gone, and the run's more similar
 * ones remain.
 */
function expectMinimumApplied(
  before: Recollection,
  after: Recollection,
  minimum: number,
  ownIds: readonly string[],
  tolerance: number,
): void {
  const similarities = new Map(
    before.scores.flatMap((score) => similarityOf(score).map((value) => [score.memory_id, value] as const)),
  );
  expectEachHit(after, ({ id }) => !((similarities.get(id ?? "") ?? minimum) < minimum - tolerance), {
    message: "no hit may have a lower similarity than the requested minimum, by its score without the filter",
    expected: `a similarity of at least ${minimum}`,
    keyword: "similarity",
  });
  const stay = ownIds.filter((id) => before.ids.includes(id) && (similarities.get(id) ?? 0) > minimum + tolerance);
  if (!after.isFull) expectKept(after, stay, `a minimum similarity of ${minimum} must keep hits that have it`);
}

function similarityOf({ similarity: value }: JsonObject): readonly number[] {
  return typeof value === "number" ? [value] : [];
}

/**
 * A minimum equal to a shown similarity keeps the hit. Scores may be shown rounded, and a hit whose score was rounded
 * up is correctly excluded: so the check fails only if all of many are excluded, and passes at the first that remains.
 */
function equalMinimumKeepsHit(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: "a minimum similarity equal to that of a hit keeps the hit",
      operations: OPERATIONS,
      runsEarly: true,
    },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      const excludedSoFar = new Map<number, string>();
      for (const query of increasinglySimilarQueries(group)) {
        for (const [similarity, id] of similaritiesOf(await recall(check, { ...WITH_PROVENANCE, query }), group)) {
          if (excludedSoFar.has(similarity)) continue;
          excludedSoFar.set(similarity, id);
          if (await isKeptAtMinimum(check, query, similarity, id)) return check.asserted();
          if (excludedSoFar.size === requiredExclusions([...excludedSoFar.keys()]))
            return failAsExcluded(excludedSoFar);
        }
      }
      throw new NotApplicable("the scores show too few similarities to compare with");
    },
  );
}

/**
 * The number of similarities of which some must remain; more if they may be rounded, since then half of them are
 * rounded up.
 */
const MIN_SIMILARITIES = 8;
const MIN_ROUNDED_SIMILARITIES = 16;

/** Returns how many hits must be excluded before that proves an error. */
export function requiredExclusions(similarities: readonly number[]): number {
  return similarityTolerance(similarities) > PRECISION ? MIN_ROUNDED_SIMILARITIES : MIN_SIMILARITIES;
}

/**
 * Returns queries to which the members of the group are similar in different degrees, by any measure of shared text.
 */
function increasinglySimilarQueries({ phrase, members }: Group): readonly string[] {
  const words = phrase.split(" ");
  const own = String(members[0]?.created.requested.content)
    .split(" ")
    .filter((word) => !words.includes(word));
  return [...own.keys(), own.length].flatMap((count) =>
    words.map((_, index) => [...words.slice(0, index + 1), ...own.slice(0, count)].join(" ")),
  );
}

/** Returns each similarity in the scores of the group, with a member that has it. */
function similaritiesOf({ scores }: Recollection, { members }: Group): ReadonlyMap<number, string> {
  const own = new Set(members.map(({ created }) => created.id));
  return new Map(
    scores.flatMap((score) => {
      const id = String(score.memory_id);
      return own.has(id) ? similarityOf(score).map((value) => [value, id] as const) : [];
    }),
  );
}

async function isKeptAtMinimum(check: CaseContext, query: string, minimum: number, id: string): Promise<boolean> {
  const { ids, isFull } = await recall(check, { ...WITH_PROVENANCE, query, filters: { min_similarity: minimum } });
  return isFull || ids.includes(id);
}

function failAsExcluded(excluded: ReadonlyMap<number, string>): void {
  const [first] = excluded;
  expectThat(excluded.size === 0, {
    message: "a hit with exactly the requested minimum similarity must be kept",
    expected: `the memory ${first?.[1]} with a minimum similarity of ${first?.[0]}, or one of the others`,
    actual: `each of ${excluded.size} left out at its own similarity`,
    pointer: "/data/hits",
    keyword: "edge",
  });
}
