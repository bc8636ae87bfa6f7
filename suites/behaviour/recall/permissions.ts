import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { hiddenClaim } from "../memories/hidden-claim.ts";
import { expectNotFound, type Hit, idsOf } from "../memories/listing.ts";
import { isEdgeTo } from "./edge-ends.ts";
import { allDepths, largestLimit, type Recollection, recall, recollectionOf } from "./requests.ts";

const FIXTURES = ["memories.unreadable.id", "memories.unreadable.text"];
const COMMON = { operations: ["recall"], writes: false } as const;
const ALL_STATUSES = { include_superseded: true, include_invalidated: true, include_expired: true };

/** A recall shows nothing that the caller may not see, whatever the request. */
export function permissionChecks(): Check[] {
  return [
    contentNotRecalled(),
    contentNotRecalledWithEmptyMembers(),
    otherAgentMemoryNotRecalled(),
    walkFromHiddenShowsNothing(),
    walkToHiddenShowsNothing(),
    noEdgeToHidden(),
    hiddenScopeShowsNothing(),
    foreignMessagesNotShown(),
  ];
}

interface Unreadable {
  readonly id: string;
  readonly text: string;
}

function unreadable(check: CaseContext): Unreadable {
  const { id = "", text = "" } = check.context.target.fixtures.memories?.unreadable ?? {};
  return { id, text };
}

function contentNotRecalled(): Check {
  return defineCheck(
    {
      ...COMMON,
      requirement: "recall.permissions.hits",
      name: "a query for the content of an unreadable memory does not return it",
      fixtures: FIXTURES,
    },
    async (check) => {
      const hidden = unreadable(check);
      const { text } = hidden;
      const bodies: readonly JsonObject[] = [
        { query: text },
        { query: text, filters: ALL_STATUSES },
        { query: text, filters: { min_confidence: 0, min_similarity: 0 } },
        { query: text, expand: ["provenance", "related"] },
        { query: text, expand: ["related"], limit: 1 },
        { query: text, metadata_filter: { topic: "storage" } },
        // All at once; budgets that use only a few cases include the last.
        { query: text, expand: ["provenance", "related"], limit: 5, filters: { ...ALL_STATUSES, min_confidence: 0 } },
      ];
      await check.forEach(bodies, async (body, testCase) => {
        const recollection = await recall(testCase, body);
        testCase.asserted();
        expectHidden(recollection.hits, hidden);
      });
    },
  );
}

/** Empty members. The contract leaves open whether they are accepted, but they must not lift a permission. */
const EMPTY_MEMBERS: readonly JsonObject[] = [
  { metadata_filter: {} },
  { metadata_filter: {}, filters: {} },
  { filters: {} },
  { expand: [] },
  { metadata_filter: null, filters: null, expand: null, scope_id: null },
  { scope_id: "" },
];

function contentNotRecalledWithEmptyMembers(): Check {
  return defineCheck(
    {
      ...COMMON,
      requirement: "recall.permissions.hits",
      name: "a query for the content of an unreadable memory does not return it when other members are empty",
      fixtures: FIXTURES,
      isCostly: true,
    },
    async (check) => {
      const hidden = unreadable(check);
      await check.forEach(EMPTY_MEMBERS, async (members, testCase) => {
        await expectNotRecalled(testCase, { query: hidden.text, ...members }, hidden);
      });
    },
  );
}

/** Recalls a memory of another agent by everything known about it, since each argument may have its own code path. */
function otherAgentMemoryNotRecalled(): Check {
  return defineCheck(
    {
      requirement: "recall.permissions.hits",
      name: "memories of another agent in an unreadable scope are not recalled by anything known about them",
      operations: ["recall", "remember"],
      fixtures: ["unreadableScope", "otherAgent.apiKey"],
      isCostly: true,
    },
    async (check) => {
      const { id, content: query, topic } = await hiddenClaim(check);
      const known = { metadata_filter: { topic } };
      const bodies: readonly JsonObject[] = [
        {},
        known,
        { limit: 5 },
        { filters: ALL_STATUSES },
        { ...known, limit: 5 },
      ];
      const queriesAndWalks = [{ query }, { seed_id: id }].flatMap((start) =>
        bodies.map((body) => ({ ...start, ...body })),
      );
      await check.forEach(queriesAndWalks, async (body, testCase) => {
        const exchange = await testCase.call("recall", { body });
        if (!(await isGranted(testCase, exchange))) return;
        expectNotFound(recollectionOf(exchange).hits, id, HIDDEN_MEMORY_MESSAGE);
      });
    },
  );
}

export const HIDDEN_MEMORY_MESSAGE = "a memory of a scope that the caller may not read must not be recalled";

/** Returns true for an accepted response. A rejection is only meaningful if another recall is accepted. */
async function isGranted(check: CaseContext, exchange: Exchange): Promise<boolean> {
  if (requireResponse(exchange).status !== 200) await check.baseline("recall");
  check.asserted();
  return statusOf(exchange) === 200;
}

/** Sends a recall that may be rejected. Fails if it is accepted and shows something hidden. */
async function expectNotRecalled(check: CaseContext, body: JsonObject, hidden: Unreadable): Promise<void> {
  const exchange = await check.call("recall", { body: { ...largestLimit(check.context), ...body } });
  if (await isGranted(check, exchange)) expectHidden(recollectionOf(exchange).hits, hidden);
}

/** The hidden text must not be shown under another id either. */
function expectHidden(found: readonly Hit[], { id, text }: Unreadable): void {
  expectNotFound(found, id, HIDDEN_MEMORY_MESSAGE);
  for (const { memory, pointer } of found) {
    expectThat(typeof memory.content !== "string" || !memory.content.includes(text), {
      message: "the text of a memory that the caller may not read must not be recalled",
      expected: "no hit with that text",
      actual: "a hit with that text",
      pointer,
      keyword: "text",
    });
  }
}

function walkFromHiddenShowsNothing(): Check {
  return defineCheck(
    {
      ...COMMON,
      requirement: "recall.permissions.walk",
      name: "a walk from an unreadable memory does not show it",
      fixtures: FIXTURES,
    },
    async (check) => {
      const hidden = unreadable(check);
      await check.forEach(allDepths(check), async (depth, testCase) => {
        await expectNotRecalled(testCase, { seed_id: hidden.id, depth }, hidden);
      });
    },
  );
}

/** The number of neighbours of the seed at which walks to the hidden memory start. */
const MAX_STARTS = 4;

function walkToHiddenShowsNothing(): Check {
  return defineCheck(
    {
      ...COMMON,
      requirement: "recall.permissions.walk",
      name: "a walk from a readable memory does not show an unreadable one",
      isCostly: true,
      fixtures: [...FIXTURES, "seedMemory"],
    },
    async (check) => {
      const hidden = unreadable(check);
      const judge = ({ hits: found }: Recollection, testCase: CaseContext) => {
        testCase.asserted();
        expectHidden(found, hidden);
      };
      const neighbours = await walksFromSeed(check, judge);
      // A hidden memory must not be visible through another one either.
      const starts = [...new Set(idsOf(neighbours))].slice(0, MAX_STARTS);
      const walks = starts.flatMap((start) => allDepths(check).map((depth) => ({ seed_id: start, depth })));
      await check.forEach(walks, async (walk, testCase) => {
        judge(await recall(testCase, { ...walk, filters: ALL_STATUSES }), testCase);
      });
    },
  );
}

/**
 * Walks from the memory of the target file that has neighbours, to every depth, with everything expanded. Resolves to
 * the hits, those of the shortest walk first, in whatever order the responses came.
 */
async function walksFromSeed(
  check: Parameters<Check["run"]>[0],
  judge: (recollection: Recollection, testCase: CaseContext) => void,
): Promise<readonly Hit[]> {
  const seed = check.context.target.fixtures.seedMemory ?? "";
  const expand = ["provenance", "related"];
  const found = new Map<number, readonly Hit[]>();
  await check.forEach(allDepths(check), async (depth, testCase) => {
    const recollection = await recall(testCase, { seed_id: seed, depth, expand, filters: ALL_STATUSES });
    found.set(depth, recollection.hits);
    judge(recollection, testCase);
  });
  return allDepths(check).flatMap((depth) => found.get(depth) ?? []);
}

function noEdgeToHidden(): Check {
  return defineCheck(
    {
      ...COMMON,
      requirement: "recall.permissions.edges",
      name: "no edge of a walk, or of queries for what it shows, leads to an unreadable memory",
      fixtures: ["memories.unreadable.id", "seedMemory"],
    },
    async (check) => {
      const { id } = unreadable(check);
      const neighbours = await walksFromSeed(check, (recollection, testCase) =>
        expectNoEdgeTo(testCase, recollection, id),
      );
      const texts = neighbours.flatMap(({ memory }) => (typeof memory.content === "string" ? memory.content : []));
      // Nodes related to the hits of a query are shown too.
      await check.forEach(
        [...new Set(texts)].filter(Boolean).slice(0, check.cases(MAX_NEIGHBOURS)),
        async (query, testCase) => {
          const recollection = await recall(testCase, {
            query,
            expand: ["related", "provenance"],
            filters: ALL_STATUSES,
          });
          expectNoEdgeTo(testCase, recollection, id);
        },
      );
    },
  );
}

export function expectNoEdgeTo(check: CaseContext, recollection: Recollection, id: string): void {
  check.asserted();
  const leak = recollection.edges.findIndex((edge) => isEdgeTo(edge, id, recollection));
  expectThat(leak < 0, {
    message: "no edge should lead to a memory that the caller may not read",
    expected: `no edge from or to ${id}`,
    actual: "an edge to it",
    pointer: `/data/edges/${leak}`,
    keyword: "edge",
  });
}

function hiddenScopeShowsNothing(): Check {
  return defineCheck(
    {
      ...COMMON,
      requirement: "recall.permissions.scope",
      name: "a recall in an unreadable scope shows none of its memories",
      fixtures: [...FIXTURES, "unreadableScope"],
    },
    async (check) => {
      const hidden = unreadable(check);
      const scopeId = check.context.target.fixtures.unreadableScope ?? "";
      const query: JsonObject = { query: hidden.text };
      const walk: JsonObject = { seed_id: hidden.id, depth: 1 };
      const otherMembers = { filters: ALL_STATUSES, expand: ["provenance", "related"], limit: 5 };
      // With all of them at once, and in a walk.
      const bodies = [{ ...query, ...otherMembers }, walk];
      await check.forEach(bodies, async (body, testCase) => {
        await expectNotRecalled(testCase, { ...body, scope_id: scopeId }, hidden);
      });
    },
  );
}

function foreignMessagesNotShown(): Check {
  return defineCheck(
    {
      ...COMMON,
      requirement: "recall.permissions.messages",
      name: "the provenance of a walk shows no message of a hidden channel",
      isCostly: true,
      fixtures: ["seedMemory", "foreignChannel"],
    },
    async (check) => {
      const { foreignChannel: channel, messages: known } = check.context.target.fixtures;
      const isForeign: IsForeign = ({ id, channel_id }) =>
        channel_id === channel || (known?.foreign?.id !== undefined && id === known.foreign.id);
      const neighbours = await walksFromSeed(check, (recollection, testCase) =>
        expectOwnMessages(testCase, recollection, isForeign),
      );
      const starts = new Set(idsOf(neighbours));
      // The start of a walk need not be a hit itself, but is one of a walk from its neighbour.
      await check.forEach([...starts].slice(0, MAX_NEIGHBOURS), async (id, testCase) => {
        expectOwnMessages(
          testCase,
          await recall(testCase, { seed_id: id, depth: 1, expand: ["provenance"], filters: ALL_STATUSES }),
          isForeign,
        );
      });
    },
  );
}

type IsForeign = (message: JsonObject) => boolean;

/** The maximum number of neighbours of the seed to try as seeds. */
const MAX_NEIGHBOURS = 12;

function expectOwnMessages(check: CaseContext, { messages: shown }: Recollection, isForeign: IsForeign): void {
  const leak = shown.findIndex(isForeign);
  check.asserted();
  expectThat(leak < 0, {
    message: "no provenance message should come from a channel that the caller does not belong to",
    expected: "messages of the caller's own channels",
    actual: "a message of another one",
    pointer: `/data/messages/${leak}`,
    keyword: "foreign",
  });
}
