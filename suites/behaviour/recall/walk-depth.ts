import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { orNotApplicable, succeedsEventually, tryOrNull } from "../../engine/cases/attempt.ts";
import { rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { asAdditional, defineCheck } from "../define-check.ts";
import { isUniqueId } from "../isolation/leaks.ts";
import { expectFound, expectNotFound } from "../memories/listing.ts";
import { INCLUDE_ALL_STATUSES } from "./min-similarity.ts";
import { type Graph, type ProvenanceFixtures, seedOf, seedsOf } from "./provenance-fixtures.ts";
import {
  allDepths,
  expectKept,
  maxDepth,
  minAndMaxDepth,
  type Recollection,
  recall,
  recallUnlimited,
  recollectionOf,
} from "./requests.ts";
import { laterMemoryReached } from "./walk-after-derivation.ts";

const OPERATIONS = ["recall"] as const;
const OPERATIONS_WITH_REMEMBER = ["recall", "remember"] as const;

/** Checks of recalls that start from a node. */
export function walkChecks(provenanceFixtures: ProvenanceFixtures): Check[] {
  return [
    startShown(provenanceFixtures),
    neighboursShown(),
    deeperWalkFromOwnShowsNoLess(provenanceFixtures),
    deeperWalkFromFixtureShowsNoLess(),
    walkReachesItsDepth(provenanceFixtures),
    ...asAdditional([laterMemoryReached(provenanceFixtures)]),
    walkStaysWithinDepth(provenanceFixtures),
    ...asAdditional([unlimitedWalkStaysWithinDepth(provenanceFixtures)]),
    unknownSeedShowsNothing(),
  ];
}

function startShown(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.walk.seed",
      name: "a walk shows its start or an edge from it",
      operations: OPERATIONS_WITH_REMEMBER,
    },
    async (check) => {
      const id = await seedOf(check, provenanceFixtures);
      await check.eventually(async () => {
        const { ids, edges } = await recall(check, { seed_id: id, depth: 1 });
        check.asserted();
        expectThat(ids.includes(id) || edges.some(({ from_id, to_id }) => from_id === id || to_id === id), {
          message: "a walk from a memory should show it, or an edge that touches it",
          expected: `the memory ${id}, or an edge from or to it`,
          actual: `${ids.length} hits, and no edge to it among ${edges.length}`,
          keyword: "seed",
        });
      });
    },
  );
}

function neighboursShown(): Check {
  return defineCheck(
    {
      requirement: "recall.walk.neighbours",
      name: "a walk from the seedMemory shows edges or further hits",
      operations: OPERATIONS,
      fixtures: ["seedMemory"],
      writes: false,
    },
    async (check) => {
      const id = check.context.target.fixtures.seedMemory ?? "";
      // Another check compares deeper walks with shorter ones.
      const { ids, edges } = await recall(check, { seed_id: id, depth: 1 });
      check.asserted();
      expectThat(edges.length > 0 || ids.some((hit) => hit !== id), {
        message: "a walk from a memory that has neighbours must show edges or further hits",
        expected: "an edge, or a hit other than the start",
        actual: "no edge and no other hit",
        pointer: "/data",
        keyword: "neighbours",
      });
    },
  );
}

function deeperWalkFromOwnShowsNoLess(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.walk.depth",
      name: "a deeper walk from memories of the run shows no less",
      operations: OPERATIONS_WITH_REMEMBER,
    },
    async (check) => {
      const seeds = await seedsOf(check, provenanceFixtures);
      let judgedCount = 0;
      await check.forEach(
        rotated(check, seeds).slice(0, 1),
        async (seed, testCase) => {
          if (await testCase.eventually(() => expectNoLessWhenDeeper(seed, testCase))) judgedCount += 1;
        },
        { describe: ({ id }) => id },
      );
      // The contract leaves open what is near a new memory: a walk may skip its source messages.
      if (judgedCount === 0) throw new NotApplicable("walks around memories of the run show nothing to compare");
    },
  );
}

function deeperWalkFromFixtureShowsNoLess(): Check {
  return defineCheck(
    {
      requirement: "recall.walk.depth",
      name: "a deeper walk from the seedMemory shows no less",
      operations: OPERATIONS,
      fixtures: ["seedMemory"],
      writes: false,
    },
    async (check) => {
      const seed = { id: check.context.target.fixtures.seedMemory ?? "", metadata: null };
      // Other checks walk step by step around memories of the run, so the least and greatest depths are enough here.
      const steps = minAndMaxDepth(check);
      // Others may add neighbours between two walks.
      const grows = await check.eventually(() => expectNoLessWhenDeeper(seed, check, steps));
      if (!grows) throw new NotApplicable("the neighbours of the seedMemory fill every page");
    },
  );
}

/**
 * Fails unless everything shown at one depth is shown at the next. Through an author or scope, walks may fill every
 * page: then a filter by rare metadata makes room, if the target filters walks. Returns false if there was no room for
 * a verdict.
 */
async function expectNoLessWhenDeeper(
  { id, metadata }: { id: string; metadata: JsonObject | null },
  check: CaseContext,
  steps = allDepths(check),
) {
  const walks = [{}, ...(metadata === null ? [] : [{ metadata_filter: metadata }])];
  for (const members of walks) {
    let before: Recollection | null = null;
    let nearer = 0;
    let isJudged = false;
    for (const depth of steps) {
      const walk = { seed_id: id, depth, expand: ["provenance"], ...members };
      const now: Recollection = await recall(check, walk);
      // The start is not a neighbour, and may or may not be shown.
      const shown = before?.ids.filter((one) => one !== id) ?? [];
      if (before !== null && !now.isFull && shown.length > 0) {
        if (shown.some((one) => !now.ids.includes(one)) && (await isCutByLimit(check, walk, now))) break;
        isJudged = true;
        expectKept(now, shown, `a walk must show at a depth of ${depth} what it shows at ${nearer}`);
        expectEdgesWhenDeeper(now, before, nearer, depth);
      }
      before = now;
      nearer = depth;
    }
    if (isJudged) {
      check.asserted();
      return true;
    }
  }
  return false;
}

/**
 * Fails if a deeper walk shows no edges although a shorter one did. A target may choose which edges to show for a page
 * of hits, but with all earlier hits still there, some must remain.
 */
function expectEdgesWhenDeeper({ edges }: Recollection, before: Recollection, nearer: number, depth: number): void {
  expectThat(edges.length > 0 || before.edges.length === 0, {
    message: `a walk that shows edges at a depth of ${nearer} must show some at ${depth} too`,
    expected: "an edge",
    actual: "no edge",
    pointer: "/data/edges",
    keyword: "edges",
  });
}

/**
 * Returns true if a walk with a higher limit shows fewer hits: a limit may count hits that filters and permissions then
 * remove.
 */
async function isCutByLimit(check: CaseContext, walk: JsonObject, { hits }: Recollection): Promise<boolean> {
  const withHigherLimit = await recall(check, { ...walk, limit: hits.length + EXTRA_LIMIT });
  return withHigherLimit.hits.length < hits.length;
}

/** Room for the start of a walk, which may count without being shown. */
const EXTRA_LIMIT = 2;

function walkReachesItsDepth(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.walk.depth-reach",
      name: "a walk reaches memories as many steps away as its depth",
      operations: OPERATIONS_WITH_REMEMBER,
    },
    async (check) => {
      const graph = await tryOrNull(() => provenanceFixtures.graph(check));
      if (graph === null) return;
      const { chain } = graph;
      const [first] = chain;
      if (
        !chain.every(({ id }) => isUniqueId(id)) &&
        !(await succeedsEventually(check, () => expectSteps(check, graph)))
      ) {
        throw new NotApplicable(
          "a short number may also be the id of a message, so the sources of the memories are unknown",
        );
      }
      const depth = maxDepth(check.context);
      const scoped: JsonObject =
        typeof first?.requested.scope_id === "string" ? { scope_id: first.requested.scope_id } : {};
      const expanded: JsonObject = { expand: ["provenance", "related"] };
      // As far as a walk goes: forwards in its scope, and back from the last with everything expanded.
      const walks = [
        { along: graph, members: scoped },
        { along: { ...graph, chain: chain.toReversed() }, members: expanded },
      ];
      await check.forEach(walks, async ({ along, members }, testCase) => {
        await testCase.eventually(async () => {
          const { hits, ids, isFull } = await walkWithRoom(testCase, along, depth, members);
          const [, next] = along.chain;
          // Another requirement judges a target that shows fewer neighbours when more is expanded.
          const showsLess = "expand" in members && next !== undefined && !ids.includes(next.id);
          if (isFull || showsLess) return;
          for (const { id } of along.chain.slice(1, depth + 1)) {
            testCase.asserted();
            expectFound(hits, id, `a walk of ${depth} steps should reach a memory that many steps away`);
          }
        });
      });
    },
  );
}

/** Walks without the expansion if that fills a page. */
async function walkWithRoom(
  check: CaseContext,
  graph: Graph,
  depth: number,
  members: JsonObject,
): Promise<Recollection> {
  const found = await walkOrFilteredWalk(check, graph, { depth, ...members });
  return found.isFull && Object.keys(members).length > 0 ? walkOrFilteredWalk(check, graph, { depth }) : found;
}

/** Fails unless each memory of the chain is one step from the previous one. */
async function expectSteps(check: CaseContext, { chain }: Graph): Promise<void> {
  for (const [index, { id }] of chain.slice(0, -1).entries()) {
    const { hits } = await recall(check, { seed_id: id, depth: 1 });
    expectFound(hits, chain[index + 1]?.id ?? "", "a walk should reach a memory that is one step away");
  }
}

/** Only one step is judged: through a scope or an author, two steps may lead anywhere. */
function walkStaysWithinDepth(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.walk.depth-bound",
      name: "a walk of depth 1 goes one step at most",
      operations: OPERATIONS_WITH_REMEMBER,
    },
    async (check) => {
      const graph = await tryOrNull(() => provenanceFixtures.graph(check));
      if (graph === null) return;
      const [first, , ...beyond] = graph.chain;
      const scoped: JsonObject =
        typeof first?.requested.scope_id === "string" ? { scope_id: first.requested.scope_id } : {};
      // Each member of the body may have its own code path.
      const bodies: JsonObject[] = [
        {},
        { ...scoped, limit: 50, filters: { min_confidence: 0 } },
        scoped,
        { limit: 50 },
        { filters: { min_confidence: 0 } },
        { filters: INCLUDE_ALL_STATUSES },
        { metadata_filter: graph.metadata },
      ];
      const judge = async (members: JsonObject, testCase: CaseContext) => {
        const { hits, isFull } = await walkOrFilteredWalk(testCase, graph, {
          depth: 1,
          expand: ["provenance"],
          ...members,
        });
        for (const { id } of beyond) {
          if (!isFull) testCase.asserted();
          expectNotFound(hits, id, "a walk of one step should not reach a memory that lies two steps away");
        }
      };
      await check.forEach(bodies, judge, { first: 2 });
    },
  );
}

/** The same rule without a limit, for which many services use another code path. */
function unlimitedWalkStaysWithinDepth(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.walk.depth-bound",
      name: "without a limit a walk goes one step at most",
      operations: OPERATIONS_WITH_REMEMBER,
    },
    async (check) => {
      const graph = await orNotApplicable(() => provenanceFixtures.graph(check));
      const [first, , ...beyond] = graph.chain;
      const body = { seed_id: first?.id ?? "", depth: 1, expand: ["provenance"] };
      const { hits } = await recallUnlimited(check, body);
      check.asserted();
      for (const { id } of beyond)
        expectNotFound(hits, id, "a walk of one step should not reach a memory that lies two steps away");
    },
  );
}

/**
 * Walks from the first of a chain. Through the author or scope it may find more memories than a page holds: then a
 * filter by metadata of the graph makes room, if the target filters walks.
 */
async function walkOrFilteredWalk(
  check: CaseContext,
  { chain, metadata }: Graph,
  members: JsonObject,
): Promise<Recollection> {
  const walk = { seed_id: chain[0]?.id ?? "", ...members };
  const all = await recall(check, walk);
  if (!all.isFull) return all;
  const filteredWalk = { ...walk, metadata_filter: metadata };
  const filtered = await recall(check, filteredWalk);
  if (!chain.some(({ id }) => filtered.ids.includes(id))) return all;
  // If the filter shows nothing new, the hits may have been cut off before they were filtered.
  const madeNoRoom = filtered.ids.every((id) => all.ids.includes(id));
  return { ...filtered, isFull: filtered.isFull || madeNoRoom || (await isCutByLimit(check, filteredWalk, filtered)) };
}

function unknownSeedShowsNothing(): Check {
  return defineCheck(
    {
      requirement: "recall.walk.unknown-seed",
      name: "a walk from an unknown id shows nothing",
      operations: OPERATIONS_WITH_REMEMBER,
    },
    async (check) => {
      const seedId = absentId(await check.reference("memory"), "seed");
      const exchange = await check.call("recall", { body: { seed_id: seedId, depth: 1 } });
      requireResponse(exchange);
      check.asserted();
      const accepted = statusOf(exchange) === 200;
      const shown = accepted ? recollectionOf(exchange) : null;
      expectThat(statusOf(exchange) < 500 && (shown === null || shown.hits.length + shown.edges.length === 0), {
        message: "a walk from a node that does not exist should be rejected or show nothing",
        expected: "a rejection, or no hits and edges",
        actual: shown ? `${shown.hits.length} hits and ${shown.edges.length} edges` : String(statusOf(exchange)),
        keyword: "unknown",
      });
    },
  );
}
