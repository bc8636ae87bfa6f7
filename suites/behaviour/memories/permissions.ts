import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { rotated } from "../../engine/cases/sampling.ts";
import type { CallOptions, CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { parameterSchema, wordsOf } from "../../models/document-facts.ts";
import { statusesOf } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectRejected, requireAccepted } from "../../verifiers/expect.ts";
import { memoryAt } from "../../verifiers/memory.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { asAdditional, defineCheck, withExistingFixtures } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { contentOf, requestMemory } from "./claims.ts";
import { hiddenAfterExpiry } from "./hidden-after-expiry.ts";
import {
  expectFound,
  expectNotFound,
  largestLimit,
  pageOf,
  type SearchInput,
  searchAll,
  searchPage,
} from "./listing.ts";
import { searchWithoutParameters } from "./search-without-parameters.ts";
import { SINCE, UNTIL } from "./wide-filters.ts";

const OPERATIONS = ["search-memories"] as const;
const HIDDEN = "a memory of a scope that the caller may not read must not be found";

/** A scope that the caller may not read is rejected if named, and left out otherwise. */
export function permissionChecks(context: RunContext): Check[] {
  return [
    scopeRejected(),
    fixtureNotFound(),
    ...asAdditional([
      hiddenAtCursor(),
      ...withExistingFixtures(context, [otherAgentMemoryNotFound(), hiddenAfterExpiry(), otherAgentMemoryFound()]),
    ]),
  ];
}

function scopeRejected(): Check {
  return defineCheck(
    {
      requirement: "memories.permissions.unreadable-scope",
      name: "a search in an unreadable scope is rejected, alone and with other filters",
      operations: OPERATIONS,
      fixtures: ["unreadableScope", "scope"],
      writes: false,
    },
    async (check) => {
      const { unreadableScope: hidden = "", scope = "" } = check.context.target.fixtures;
      const others: readonly SearchInput[] = [
        {},
        { text: "storage" },
        { tags: ["storage"] },
        { limit: 1 },
        { status: "current" },
        { status: "superseded", text: "storage" },
        SINCE,
        ...kindFilters(check.context.document),
      ];
      const filters = rotated(check, others);
      await check.forEach(filters, async (other, testCase) => {
        // One search shows that a scope can be named at all.
        if (other === filters[0]) await searchPage(testCase, { ...other, scope });
        const exchange = await testCase.call("search-memories", { parameters: { ...other, scope: hidden } });
        testCase.asserted();
        expectForbidden(exchange);
      });
    },
  );
}

function expectForbidden(exchange: Exchange): void {
  expectRejected(exchange, "a memory search that names a scope without CAN_READ", [403]);
}

/**
 * The cursor of an allowed search gives no access to another scope. The contract leaves open whether it is rejected
 * with another scope, but nothing hidden may be shown.
 */
function hiddenAtCursor(): Check {
  return defineCheck(
    {
      requirement: "memories.permissions.unreadable-hidden",
      name: "a search in an unreadable scope with a cursor of a readable one shows nothing hidden",
      operations: OPERATIONS,
      fixtures: ["unreadableScope", "scope", "memories.unreadable.id"],
      writes: false,
    },
    async (check) => {
      const { unreadableScope: hidden = "", scope = "", memories } = check.context.target.fixtures;
      const id = memories?.unreadable?.id ?? "";
      const filters: readonly SearchInput[] = [{}, { status: "current" }];
      await check.forEach(filters, async (filter, testCase) => {
        const { next: cursor } = await searchPage(testCase, { ...filter, scope, limit: 1 });
        if (cursor === null) throw new NotApplicable("there is one memory at most, and no cursor");
        const parameters = { ...filter, cursor, scope: hidden, ...largestLimit(testCase.context) };
        const exchange = await testCase.call("search-memories", { parameters });
        testCase.asserted();
        if (requireResponse(exchange).status !== 200) return;
        expectNotFound(pageOf(exchange).hits, id, HIDDEN);
      });
    },
  );
}

function kindFilters(document: Parameters<typeof parameterSchema>[0]): readonly SearchInput[] {
  return wordsOf(parameterSchema(document, "search-memories", "kind"), "the kind filter").map((kind) => ({ kind }));
}

/** Searches for a memory of another agent by everything known about it. */
function otherAgentMemoryNotFound(): Check {
  return defineCheck(
    {
      requirement: "memories.permissions.unreadable-hidden",
      name: "memories of another agent in an unreadable scope are not found",
      operations: ["search-memories", "remember"],
      fixtures: ["unreadableScope", "otherAgent.apiKey"],
    },
    async (check) => {
      const { unreadableScope = "", otherAgent } = check.context.target.fixtures;
      const options = { apiKey: otherAgent?.apiKey ?? "" };
      const [word, tag] = ["hidden word", "hidden tag"].map((key) => wordOf(check.context, key));
      const members = {
        content: `${word} ${contentOf(check, "hidden of another")}`,
        scope_id: unreadableScope,
        metadata: { tags: [tag ?? "", "hidden"], topic: tag ?? "" },
      };
      const own = { text: word ?? "", tags: [tag ?? ""] };
      const { memories, base } = await createByOtherAgent(check, [members], own.text, options);
      const { id, kind } = memories[0] ?? {};
      const inputs: SearchInput[] = [
        { tags: own.tags },
        { text: own.text },
        own,
        ...(typeof kind === "string"
          ? [
              { kind, tags: own.tags },
              { kind, text: own.text },
            ]
          : []),
      ];
      await check.forEach([...inputs, ...inputs.map((input) => ({ ...base, ...input }))], async (input, testCase) => {
        const hits = await searchAll(testCase, input);
        testCase.asserted();
        expectNotFound(hits, String(id), HIDDEN);
      });
    },
  );
}

/** A readable memory is found, whoever has written it. */
function otherAgentMemoryFound(): Check {
  return defineCheck(
    {
      requirement: "memories.search.all-scopes",
      name: "memories of another agent in a shared scope are found",
      operations: ["search-memories", "remember"],
      fixtures: ["scope", "otherAgent.apiKey"],
    },
    async (check) => {
      const { scope = "", otherAgent } = check.context.target.fixtures;
      const word = wordOf(check.context, "by another for both");
      const members = { content: `${word} ${contentOf(check, "by another for both")}`, scope_id: scope };
      const { memories, base } = await createByOtherAgent(check, [members], word, { apiKey: otherAgent?.apiKey ?? "" });
      const id = String(memories[0]?.id);
      await check.forEach<SearchInput>([{}, { scope }], async (filter, testCase) => {
        await testCase.eventually(async () => {
          const hits = await searchAll(testCase, { ...base, ...filter, text: word });
          testCase.asserted();
          expectFound(hits, id, "a memory of another agent in a scope that the caller may read should be found");
        });
      });
    },
  );
}

/**
 * Returns memories that another agent has written together and finds by this text, and the filter that new memories
 * need. @throws NotApplicable if it may not write or not read there.
 */
async function createByOtherAgent(
  check: CheckContext,
  all: readonly JsonObject[],
  text: string,
  options: CallOptions,
): Promise<{ readonly memories: readonly JsonObject[]; readonly base: SearchInput }> {
  const responses = await Promise.all(all.map((members) => requestMemory(check, members, options)));
  if (responses.some((response) => statusOf(response) !== 200))
    throw new NotApplicable("another agent may not write into the unreadable scope");
  const memories = responses.map((response) => memoryAt(response, "/data"));
  const { status } = memories[0] ?? {};
  const base = typeof status === "string" ? { status } : {};
  await orNotApplicable(() =>
    requireEventually(check, "memories.remember.found", async () => {
      const hits = await searchAll(check, { ...base, text }, options);
      for (const { id } of memories) expectFound(hits, String(id), "it is not found there");
    }),
  );
  return { memories, base };
}

function fixtureNotFound(): Check {
  return defineCheck(
    {
      requirement: "memories.permissions.unreadable-hidden",
      name: "the target file's unreadable memory is not found by its text",
      operations: OPERATIONS,
      fixtures: ["memories.unreadable.id", "memories.unreadable.text"],
      writes: false,
    },
    async (check) => {
      const { id = "", text = "" } = check.context.target.fixtures.memories?.unreadable ?? {};
      const statuses = statusesOf(check.context);
      const judge = async (input: SearchInput, testCase: CaseContext) => {
        const hits = await searchAll(testCase, input);
        testCase.asserted();
        expectNotFound(hits, id, HIDDEN);
      };
      const withBounds = { text, ...SINCE, ...UNTIL };
      // By its text only, with bounds around its creation, and with these and a kind or status.
      const withBoundsAndFilter: readonly SearchInput[] = [
        ...kindFilters(check.context.document).map((kind) => ({ ...withBounds, ...kind })),
        ...statuses.map((status) => ({ ...withBounds, status })),
      ];
      await check.forEach([{ text }, withBounds, ...rotated(check, withBoundsAndFilter)], judge, { first: 3 });
      await expectNotOnPages(check, id);
    },
  );
}

/**
 * Fails if a hidden memory appears in a search without filters, on its first or next page, or if the next page is
 * requested with the hidden scope. That may also be rejected.
 */
async function expectNotOnPages(check: CheckContext, id: string): Promise<void> {
  const response = await searchWithoutParameters(check);
  requireAccepted(response, "memories.search.succeeds");
  const { hits, next: cursor } = pageOf(response);
  expectNotFound(hits, id, HIDDEN);
  const { unreadableScope } = check.context.target.fixtures;
  if (cursor === null) return;
  const { hits: laterHits } = await searchPage(check, { cursor, ...largestLimit(check.context) });
  expectNotFound(laterHits, id, HIDDEN);
  if (unreadableScope === undefined) return;
  const parameters = { cursor, scope: unreadableScope, ...largestLimit(check.context) };
  const exchange = await check.call("search-memories", { parameters });
  if (requireResponse(exchange).status === 200) expectNotFound(pageOf(exchange).hits, id, HIDDEN);
}
