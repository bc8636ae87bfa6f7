import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { firstPartOf, rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { asAdditional, defineCheck } from "../define-check.ts";
import type { Hit } from "../memories/listing.ts";
import { metadataOf } from "../memories/population.ts";
import {
  booleansAndNumbersMatch,
  expectMatchingMetadata,
  metadataFilterApplies,
  rankedHitsFilteredWithRelated,
} from "./metadata-filter.ts";
import { minSimilarityChecks } from "./min-similarity.ts";
import { withNeededMinimums } from "./minimum-filters.ts";
import type { Graph, Member, ProvenanceFixtures } from "./provenance-fixtures.ts";
import { recallNarrowed, WITH_PROVENANCE } from "./recall-narrowed.ts";
import {
  allDepths,
  expectEachHit,
  expectKept,
  largestLimit,
  type Recollection,
  recall,
  recollectionOf,
} from "./requests.ts";

const OPERATIONS = ["recall"] as const;

/** The filters of a recall exclude what they should, and nothing else. */
export function filteredChecks(provenanceFixtures: ProvenanceFixtures): Check[] {
  return [
    minConfidenceKeepsEqualOrHigher(provenanceFixtures),
    ...minSimilarityChecks(provenanceFixtures),
    rankedHitsFilteredWithRelated(provenanceFixtures),
    metadataFilterApplies(provenanceFixtures),
    ...asAdditional([booleansAndNumbersMatch(provenanceFixtures)]),
    ...walkFilterChecks(provenanceFixtures),
    unknownScopeShowsNoOther(provenanceFixtures),
    walkStaysInScope(provenanceFixtures),
  ];
}

/** Confidences above the lowest of the group, so each of them excludes a member. */
const EXCLUDING_CONFIDENCES = [0.5, 0.6, 0.75, 0.79, 0.9, 0.51, 1];

function minConfidenceKeepsEqualOrHigher(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.filters.min-confidence",
      name: "a minimum confidence keeps only hits with an equal or a higher confidence",
      operations: OPERATIONS,
    },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      // Values that some members have exactly come first, also with another filter.
      const memberConfidences = group.members.map(({ confidence: sent }) => sent);
      const exact = EXCLUDING_CONFIDENCES.filter((value) => memberConfidences.includes(value));
      const others = EXCLUDING_CONFIDENCES.filter((value) => !memberConfidences.includes(value));
      const ordered = [...rotated(check, exact), ...rotated(check, others)];
      await check.forEach(ordered, async (minimum, testCase) => {
        // The confidence may have changed since: the sent value decides only if the shown one gives the same result.
        const isKeptByMinimum = ({ confidence: sent }: Member, { confidence: shown }: JsonObject) => {
          const isShownKept = typeof shown === "number" ? shown >= minimum : sent >= minimum;
          return isShownKept === sent >= minimum ? isShownKept : null;
        };
        // The filter has the same effect with another one that excludes nothing, and in the scope of a member with this
        // confidence.
        const scope = group.members.find(({ confidence: sent }) => sent === minimum)?.scope;
        for (const hasOtherFilters of minimum === ordered[0] ? [false, true] : [false]) {
          const filters = { min_confidence: minimum, ...(hasOtherFilters ? { min_similarity: 0 } : {}) };
          const within = hasOtherFilters && scope !== undefined ? { scope_id: scope } : {};
          // Another requirement judges what a scope excludes.
          const isKept = (member: Member, shown: JsonObject) =>
            within.scope_id === undefined || member.scope === scope ? isKeptByMinimum(member, shown) : null;
          const recollection = await recallNarrowed(testCase, group, { filters, ...within }, isKept, {
            message: `a minimum confidence of ${minimum} must keep hits that have it`,
          });
          expectMinConfidence(recollection, minimum);
          // If similarities are below 0, like logarithms, a minimum of 0 may exclude them.
          if (recollection.scores.some(({ similarity }) => Number(similarity) < 0)) return;
        }
      });
    },
  );
}

function expectMinConfidence(recollection: Recollection, minimum: number): void {
  expectEachHit(recollection, ({ memory }) => !(typeof memory.confidence === "number" && memory.confidence < minimum), {
    message: "no hit may have a lower confidence than the requested minimum",
    expected: `a confidence of at least ${minimum}`,
    keyword: "confidence",
  });
}

/** A walk is filtered like a query: all hits except the start, which may be shown in any case. */
function walkFilterChecks(provenanceFixtures: ProvenanceFixtures): Check[] {
  // If no memory can be derived from another, there is nothing to walk to.
  const graphOf = (check: CheckContext) => orNotApplicable(() => provenanceFixtures.graph(check));
  const walk = async (check: CaseContext, { chain }: Graph, body: JsonObject) => {
    const seed = chain[0]?.id ?? "";
    const recollection = await recall(check, { seed_id: seed, ...body });
    return { ...recollection, hits: recollection.hits.filter(({ id }) => id !== seed) };
  };
  return [
    defineCheck(
      {
        requirement: "recall.filters.min-confidence",
        name: "a minimum confidence applies to a walk",
        operations: ["recall", "remember"],
      },
      async (check) => {
        const graph = await graphOf(check);
        const minimum = 0.85;
        await check.forEach(firstPartOf(check, deepestFirst(check), 1), async (depth, testCase) => {
          const recollection = await walk(testCase, graph, { depth, filters: { min_confidence: minimum } });
          testCase.asserted();
          expectMinConfidence(recollection, minimum);
        });
        await expectEqualKept(check, (body) => walk(check, graph, body));
      },
    ),
    defineCheck(
      {
        requirement: "recall.metadata-filter",
        name: "a metadata filter applies to a walk",
        operations: ["recall", "remember"],
      },
      async (check) => {
        const graph = await graphOf(check);
        const filters = graph.leaves
          .slice(0, 1)
          .map(({ requested }) => ({ leaf: String(metadataOf(requested).leaf ?? "") }));
        const walks = filters.flatMap((filter) =>
          firstPartOf(check, deepestFirst(check), 1).map((depth) => ({ filter, depth })),
        );
        await check.forEach(walks, async ({ filter, depth }, testCase) => {
          const recollection = await walk(testCase, graph, { depth, metadata_filter: filter });
          testCase.asserted();
          expectMatchingMetadata(recollection, filter);
        });
      },
    ),
  ];
}

/**
 * Fails if a minimum leaves out a neighbour that has exactly this confidence. Only direct neighbours count, since a walk
 * may end at memories that the filter leaves out.
 */
async function expectEqualKept(check: CaseContext, walk: (body: JsonObject) => Promise<Recollection>): Promise<void> {
  const mostConfidentNeighbours = async () => {
    const { hits } = await walk({ depth: 1 });
    const confidences = hits.flatMap(({ memory }) => (typeof memory.confidence === "number" ? memory.confidence : []));
    const least = Math.max(...confidences);
    return { least, ids: hits.flatMap(({ id, memory }) => (memory.confidence === least && id !== null ? id : [])) };
  };
  const { least, ids } = await mostConfidentNeighbours();
  if (ids.length === 0) return;
  const kept = await walk({ depth: 1, filters: { min_confidence: least } });
  if (ids.every((id) => kept.ids.includes(id))) return check.asserted();
  // Confidences may change by themselves.
  const now = await mostConfidentNeighbours();
  if (now.least !== least) return;
  check.asserted();
  expectKept(kept, now.ids, "a minimum confidence must keep a hit of a walk that has exactly this confidence");
}

/**
 * Returns the depths of a walk, the greatest first: it includes the results of the others, so it is best for small
 * budgets.
 */
function deepestFirst(check: CaseContext): readonly number[] {
  return allDepths(check).toReversed();
}

/**
 * No memory belongs to a scope that does not exist. The contract leaves open whether it is rejected or shows nothing.
 */
function unknownScopeShowsNoOther(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.scope",
      name: "a recall in a scope that does not exist shows no memory of another scope",
      operations: OPERATIONS,
      fixtures: ["scope"],
      runsEarly: true,
    },
    async (check) => {
      const { phrase, members } = await provenanceFixtures.group(check);
      const graph = await tryOrNull(() => provenanceFixtures.graph(check));
      const created = [...members.map((member) => member.created), ...(graph?.chain ?? []), ...(graph?.leaves ?? [])];
      const ownIds = new Set(created.map(({ id }) => id));
      const scope_id = absentId(check.context.target.fixtures.scope ?? "", `${check.context.mark} scope`);
      const seed_id = graph?.chain[0]?.id ?? created[0]?.id ?? "";
      const bodies: JsonObject[] = [
        { query: phrase },
        { seed_id, depth: 1 },
        { query: phrase, limit: 50, filters: { min_confidence: 0 } },
        { query: phrase, expand: ["provenance", "related"] },
      ];
      const judge = async (start: JsonObject, testCase: CaseContext) => {
        const body = withNeededMinimums(testCase.context, {
          ...largestLimit(testCase.context),
          ...WITH_PROVENANCE,
          ...start,
          scope_id,
        });
        const exchange = await testCase.call("recall", { body });
        // A rejection is only meaningful if another recall is accepted.
        if (requireResponse(exchange).status !== 200) await testCase.baseline("recall");
        testCase.asserted();
        if (statusOf(exchange) !== 200) return;
        // The start of a walk may be shown in whatever scope it is.
        const isOut = ({ id }: Hit) => id !== null && id !== start.seed_id && ownIds.has(id);
        expectEachHit(recollectionOf(exchange), (hit) => !isOut(hit), {
          message: "a recall in a scope that does not exist must show no memory of another scope",
          expected: "a rejection, or no memory of the run",
          keyword: "unknown",
        });
      };
      await check.forEach(bodies, judge, { first: 1 });
    },
  );
}

function walkStaysInScope(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.scope",
      name: "a walk, or a query with related nodes, in a scope shows no memory of another scope",
      operations: ["recall", "remember"],
      fixtures: ["scope", "secondScope"],
    },
    async (check) => {
      const { chain, scopes } = await orNotApplicable(() => provenanceFixtures.graph(check));
      const ownScope = scopes.get(chain[0]?.id ?? "") ?? "";
      const related = { expand: ["provenance", "related"] };
      const walk = { seed_id: chain[0]?.id ?? "", depth: 1 };
      const query = chain[0]?.requested.content ?? "";
      const walksToAllDepths = allDepths(check).map((depth) => ({ ...walk, ...related, depth }));
      // The deepest walk comes first, since it covers the most.
      const walks = [...walksToAllDepths.slice(-1), { query, ...related }, walk, ...walksToAllDepths.slice(0, -1)];
      const judge = async (body: JsonObject, testCase: CaseContext) => {
        const recollection = await recall(testCase, { ...body, scope_id: ownScope });
        testCase.asserted();
        expectEachHit(recollection, ({ id }) => id === null || (scopes.get(id) ?? ownScope) === ownScope, {
          message: "a recall in a scope must show no memory of another scope",
          expected: `memories of the scope ${ownScope}`,
          keyword: "scope",
        });
      };
      await check.forEach<JsonObject>(walks, judge, { first: 2 });
    },
  );
}
