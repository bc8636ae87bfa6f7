import type { JsonObject } from "../../../spec/json.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { hiddenClaim } from "../memories/hidden-claim.ts";
import { mergeMembers } from "../merge-members.ts";
import type { Group, Member, ProvenanceFixtures } from "./provenance-fixtures.ts";
import { WITH_PROVENANCE } from "./recall-narrowed.ts";
import { type Recollection, recall } from "./requests.ts";

/** Members of the request in addition to a query, and a test for the members of the group that match them. */
interface Narrowing {
  readonly body: JsonObject;
  isKept(member: Member): boolean;
}

/** A query for which the nearest members are excluded. */
type NarrowedQuery = Narrowing & LimitedQuery;

interface LimitedQuery {
  readonly query: string;
  readonly body: JsonObject;
  readonly limit: number;
}

/** A minimum confidence that half of the members exceed, with a margin for changes by recalls or time. */
const MIN_CONFIDENCE = 0.6;

/** Filters must not reduce the hits below the limit: they determine which memories count. */
export function limitFills(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.limit-fills",
      name: "a recall returns as many hits as requested when filters exclude nearer memories",
      operations: ["recall"],
    },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      const own = new Map(group.members.map((member) => [member.created.id, member]));
      let judgedCount = 0;
      const judge = async (query: NarrowedQuery, testCase: CaseContext) => {
        // A filter that the target rejects with a query is not judged.
        const isJudged = await tryOrNull(() => testCase.eventually(() => isLimitFilledByMembers(testCase, query, own)));
        if (isJudged !== true) return;
        judgedCount += 1;
        testCase.asserted();
      };
      await check.forEach(narrowedQueriesOf(group), judge, {
        first: 3,
        describe: ({ query, body, limit }) => ({ query, ...body, limit }),
      });
      if (judgedCount === 0) throw new NotApplicable("no memory of the run is recalled by a query with a filter");
    },
  );
}

/** Memories that the caller may not read take no place within the limit, however near they are. */
export function limitFillsDespiteHidden(): Check {
  return defineCheck(
    {
      requirement: "recall.limit-fills",
      name: "a recall returns as many hits as requested when the nearest memory is unreadable",
      operations: ["recall"],
      fixtures: ["memories.unreadable.text"],
      isCostly: true,
    },
    async (check) => {
      const { memories, otherAgent, unreadableScope } = check.context.target.fixtures;
      // The complete text of a memory of another agent is known, so nothing is nearer to the query.
      const canCreateHidden = otherAgent?.apiKey !== undefined && unreadableScope !== undefined;
      const claim = canCreateHidden ? await tryOrNull(() => hiddenClaim(check)) : null;
      const queries = [memories?.unreadable?.text ?? "", ...(claim === null ? [] : [claim.content])];
      let judgedCount = 0;
      const judge = async (limitedQuery: LimitedQuery, testCase: CaseContext) => {
        if (
          (await tryOrNull(() => testCase.eventually(() => isLimitFilled(testCase, limitedQuery, rankedIdsOf)))) !==
          true
        )
          return;
        judgedCount += 1;
        testCase.asserted();
      };
      const cases = queries.flatMap((query) => [1, 2].map((limit) => ({ query, limit, body: {} })));
      await check.forEach(cases, judge, { describe: ({ query, limit }) => ({ query, limit }) });
      if (judgedCount === 0) throw new NotApplicable("nothing readable matches the content of a hidden memory");
    },
  );
}

/**
 * Fails if fewer hits are returned than the limit while the same recall with the largest limit shows more. Returns
 * false if no hit matches, so nothing could be judged.
 */
async function isLimitFilled(
  check: CaseContext,
  { query, body, limit }: LimitedQuery,
  matchingIdsOf: (all: Recollection) => readonly string[],
): Promise<boolean> {
  const unlimited = { ...WITH_PROVENANCE, query, ...body };
  const limited = await recall(check, { ...unlimited, limit });
  if (limited.hits.length >= limit) return true;
  const all = await recall(check, unlimited);
  const expectedCount = Math.min(limit, new Set(matchingIdsOf(all)).size);
  withEvidence([all.exchange, limited.exchange], () =>
    expectThat(limited.hits.length >= expectedCount, {
      message: `a recall with a limit of ${limit} should return that many hits if that many memories match`,
      expected: `at least ${expectedCount}`,
      actual: String(limited.hits.length),
      pointer: "/data/hits",
      keyword: "too-few",
    }),
  );
  return expectedCount > 0;
}

/** Applies `fillsFrom`, counting the members of the group that match the filters. */
function isLimitFilledByMembers(
  check: CaseContext,
  query: NarrowedQuery,
  own: ReadonlyMap<string, Member>,
): Promise<boolean> {
  return isLimitFilled(check, query, (all) =>
    rankedIdsOf(all).filter((id) => {
      const member = own.get(id);
      return member !== undefined && query.isKept(member);
    }),
  );
}

/** Returns the ranked hits. Their neighbours have no score, and a limit need not have room for them. */
function rankedIdsOf({ ids, scores }: Recollection): readonly string[] {
  const scored = new Set(scores.flatMap(({ memory_id }) => (typeof memory_id === "string" ? [memory_id] : [])));
  return scored.size === 0 ? ids : ids.filter((id) => scored.has(id));
}

/** One hit for the text of an excluded memory comes first, since that memory is the nearest of all. */
function narrowedQueriesOf({ phrase, members }: Group): readonly NarrowedQuery[] {
  const parts = narrowingsOf(members);
  const forOneHit = parts.flatMap((part) =>
    queryForExcluded(
      part,
      members.filter((member) => !part.isKept(member)),
      1,
    ),
  );
  const combined = combinedNarrowings(parts).flatMap(({ missed, ...all }) =>
    queryForExcluded(all, members.filter(missed), 1),
  );
  const forSeveralHits = parts.flatMap((part) => {
    const excluded = members.filter((member) => !part.isKept(member));
    const words = excluded.map(({ created }) => String(created.requested.content).replace(`${phrase} `, ""));
    const queries = excluded.length === 0 ? [] : [[phrase, ...words].join(" "), phrase];
    return [
      ...queries.flatMap((query) => [1, 2].map((limit) => ({ ...part, query, limit }))),
      ...queryForExcluded(part, excluded, 2),
    ];
  });
  return [...forOneHit, ...combined, ...forSeveralHits];
}

/** Returns the case for the excluded member with the lowest confidence, the farthest from any minimum confidence. */
function queryForExcluded(narrowing: Narrowing, excluded: readonly Member[], limit: number): readonly NarrowedQuery[] {
  const [member] = excluded.toSorted((left, right) => left.confidence - right.confidence);
  return member === undefined ? [] : [{ ...narrowing, query: String(member.created.requested.content), limit }];
}

/**
 * Returns the kinds of filters, each of which includes the member with the highest confidence. The scope is one of them
 * if there are two scopes.
 */
function narrowingsOf(members: readonly Member[]): readonly Narrowing[] {
  const [mostConfident] = members.toSorted((left, right) => right.confidence - left.confidence);
  if (mostConfident === undefined) return [];
  const { size, scope } = mostConfident;
  const hasTwoScopes = members.some((member) => member.scope !== scope);
  return [
    { body: { metadata_filter: { size } }, isKept: (member) => member.size === size },
    { body: { filters: { min_confidence: MIN_CONFIDENCE } }, isKept: ({ confidence }) => confidence >= MIN_CONFIDENCE },
    ...(hasTwoScopes ? [{ body: { scope_id: scope }, isKept: (member: Member) => member.scope === scope }] : []),
  ];
}

/**
 * Returns cases with all filters at once, each for members that only one filter excludes: any of them may be applied
 * too late.
 */
function combinedNarrowings(parts: readonly Narrowing[]) {
  const body = mergeMembers(parts.map((part) => part.body));
  const isKept = (member: Member) => parts.every((part) => part.isKept(member));
  return parts.map((part) => ({
    body,
    isKept,
    missed: (member: Member) => parts.every((other) => other.isKept(member) === (other !== part)),
  }));
}
