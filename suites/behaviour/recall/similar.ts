import type { JsonObject } from "../../../spec/json.ts";
import { rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { PRECISION, similarityTolerance } from "../../verifiers/similarity-tolerance.ts";
import { defineCheck } from "../define-check.ts";
import { mergeMembers } from "../merge-members.ts";
import type { Group, Member, ProvenanceFixtures } from "./provenance-fixtures.ts";
import { expectEach, expectStay, type Recollection, recall } from "./recalling.ts";

const OPERATIONS = ["recall"] as const;
const REQUIREMENT = "recall.filters.min-similarity";
const PLAIN = { expand: ["provenance"] };

/** Members of the request in addition to a minimum similarity. */
interface Beside {
  readonly body: JsonObject;
  readonly filters?: JsonObject;
}

/** Checks of a minimum similarity against the shown scores. */
export function similarityChecks(provenanceFixtures: ProvenanceFixtures): Check[] {
  return [similarity(provenanceFixtures), exactly(provenanceFixtures)];
}

function similarity(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: "hits with a lower score alone are excluded",
      operations: OPERATIONS,
    },
    async (check) => {
      const { phrase, members } = await provenanceFixtures.group(check);
      const beside = besideOf(members);
      const queries = [phrase, String(members[0]?.made.requested.content)];
      const cases = queries.flatMap((query, turn) =>
        [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95, 1].map((least, index) => ({
          query,
          least,
          beside: beside[(index + turn) % beside.length] ?? { body: {} },
        })),
      );
      let judged = 0;
      const judge = async ({ query, least: wanted, beside }: (typeof cases)[number], one: CaseContext) => {
        await one.eventually(async () => {
          const { body, filters = {} } = beside;
          const before = await recall(one, { ...PLAIN, query, ...body, ...(beside.filters ? { filters } : {}) });
          const told = before.scores.flatMap(similarityOf);
          const slack = similarityTolerance(told);
          const telling = tellingLeast(wanted, told, slack);
          if (telling === null) return;
          const least = { ...filters, min_similarity: telling };
          const after = await recall(one, { ...PLAIN, query, ...body, filters: least });
          one.asserted();
          judged += 1;
          expectSimilar(after.scores, telling, slack);
          const own = members.map(({ made }) => made.id);
          expectAsSimilar(before, after, telling, own, slack);
        });
      };
      await check.forEach(rotated(check, besideAll(cases, beside, besideScope(members))), judge);
      // In combination with other filters too few hits may remain for a minimum to exclude any. Then each query is
      // tried with the minimum only.
      if (judged === 0) {
        await check.forEach(
          queries.map((query) => ({ query, least: 0.4, beside: { body: {} } })),
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
export function tellingLeast(least: number, similarities: readonly number[], slack: number): number | null {
  const lowest = Math.min(...similarities);
  if (lowest < least) return least;
  const between = (lowest + Math.max(...similarities)) / 2;
  return between - lowest > slack ? between : null;
}

/** Filters that include ended memories. */
export const INCLUDING_ALL = { include_superseded: true, include_invalidated: true, include_expired: true };

/**
 * Returns members to send with and without a minimum similarity: excluding memories may change similarities that are
 * relative to the others.
 */
function besideOf([first]: readonly Member[]): readonly Beside[] {
  return [
    { body: {} },
    { body: {}, filters: { min_confidence: 0.2 } },
    { body: { metadata_filter: { colour: first?.colour ?? "" } } },
    { body: {}, filters: INCLUDING_ALL },
    { body: { limit: 50 } },
  ];
}

/** Returns the scope of one member, which leaves about half of them: too few in combination with everything else. */
function besideScope([first]: readonly Member[]): Beside | null {
  const scope_id = first?.made.requested.scope_id;
  return typeof scope_id === "string" ? { body: { scope_id } } : null;
}

/**
 * Returns the cases: every other one with all members at once, the rest with the scope or, if there is none, with their
 * own members.
 */
function besideAll<Case extends { readonly beside: Beside }>(
  cases: readonly Case[],
  beside: readonly Beside[],
  scoped: Beside | null,
) {
  const all = {
    body: mergeMembers(beside.map(({ body }) => body)),
    filters: mergeMembers(beside.map(({ filters }) => filters ?? {})),
  };
  return cases.map((one, index) => ({ ...one, beside: index % 2 === 0 ? all : (scoped ?? one.beside) }));
}

function expectSimilar(scores: Recollection["scores"], least: number, slack: number): void {
  for (const [index, score] of scores.entries()) {
    const shown = similarityOf(score)[0] ?? least;
    expectThat(shown >= least - slack, {
      message: "no hit of a query may be less similar than the requested minimum",
      expected: `at least ${least}`,
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
function expectAsSimilar(
  before: Recollection,
  after: Recollection,
  least: number,
  own: readonly string[],
  slack: number,
): void {
  const similarities = new Map(
    before.scores.flatMap((score) => similarityOf(score).map((value) => [score.memory_id, value] as const)),
  );
  expectEach(after, ({ id }) => !((similarities.get(id ?? "") ?? least) < least - slack), {
    message:
      "no hit of a query may be less similar than the least that was asked for, as its score without the filter tells",
    expected: `a similarity of at least ${least}`,
    keyword: "similarity",
  });
  const stay = own.filter((id) => before.ids.includes(id) && (similarities.get(id) ?? 0) > least + slack);
  if (!after.full) expectStay(after, stay, `with a least similarity of ${least}, hits that have it must stay`);
}

function similarityOf({ similarity: value }: JsonObject): readonly number[] {
  return typeof value === "number" ? [value] : [];
}

/**
 * A minimum equal to a shown similarity keeps the hit. Scores may be shown rounded, and a hit whose score was rounded
 * up is correctly excluded: so the check fails only if all of many are excluded, and passes at the first that remains.
 */
function exactly(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    { requirement: REQUIREMENT, name: "a minimum equal to a score keeps it", operations: OPERATIONS, early: true },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      const tried = new Map<number, string>();
      for (const query of likeInSteps(group)) {
        for (const [least, id] of similaritiesOf(await recall(check, { ...PLAIN, query }), group)) {
          if (tried.has(least)) continue;
          tried.set(least, id);
          if (await stays(check, query, least, id)) return check.asserted();
          if (tried.size === enoughOf([...tried.keys()])) return expectStayed(tried);
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
const ENOUGH_OF_ROUNDED = 16;

/** Returns how many hits must be excluded before that proves an error. */
export function enoughOf(similarities: readonly number[]): number {
  return similarityTolerance(similarities) > PRECISION ? ENOUGH_OF_ROUNDED : MIN_SIMILARITIES;
}

/**
 * Returns queries to which the members of the group are similar in different degrees, by any measure of shared text.
 */
function likeInSteps({ phrase, members }: Group): readonly string[] {
  const words = phrase.split(" ");
  const own = String(members[0]?.made.requested.content)
    .split(" ")
    .filter((word) => !words.includes(word));
  return [...own.keys(), own.length].flatMap((many) =>
    words.map((_, index) => [...words.slice(0, index + 1), ...own.slice(0, many)].join(" ")),
  );
}

/** Returns each similarity in the scores of the group, with a member that has it. */
function similaritiesOf({ scores }: Recollection, { members }: Group): ReadonlyMap<number, string> {
  const own = new Set(members.map(({ made }) => made.id));
  return new Map(
    scores.flatMap((score) => {
      const id = String(score.memory_id);
      return own.has(id) ? similarityOf(score).map((value) => [value, id] as const) : [];
    }),
  );
}

async function stays(check: CaseContext, query: string, least: number, id: string): Promise<boolean> {
  const { ids, full } = await recall(check, { ...PLAIN, query, filters: { min_similarity: least } });
  return full || ids.includes(id);
}

function expectStayed(tried: ReadonlyMap<number, string>): void {
  const [first] = tried;
  expectThat(tried.size === 0, {
    message: "a hit of exactly the requested minimum similarity must stay",
    expected: `the memory ${first?.[1]} with a minimum similarity of ${first?.[0]}, or one of the others`,
    actual: `each of ${tried.size} left out at its own similarity`,
    pointer: "/data/hits",
    keyword: "edge",
  });
}
