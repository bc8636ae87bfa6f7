import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import type { Conversation } from "./conversation.ts";
import { type Hits, type SearchInput, search } from "./search.ts";

type ConversationSource = (check: CheckContext) => Promise<Conversation>;

/** Checks of the number of hits. */
export function searchChecks(conversation: ConversationSource): Check[] {
  return [limitRespected(conversation), limitFills(conversation), defaultLimitApplied(conversation)];
}

const SEARCHES = { operations: ["search-messages"], fixtures: ["memberChannel"] };
/** The number of hits that every target must be able to return in one response. */
const MAX_HITS = 20;

/** Waits until at least `count` messages of the conversation are found. */
async function requireHits(check: CaseContext, input: SearchInput, count: number): Promise<Hits> {
  return requireEventually(check, "messages.search.finds", () => expectAtLeast(check, input, count));
}

async function expectAtLeast(check: CaseContext, input: SearchInput, count: number): Promise<Hits> {
  const found = await search(check, input);
  expectThat(found.ids.length >= count, {
    message: `while more match, a search ${input.limit === undefined ? "without a limit" : `with a limit of ${input.limit}`} must return ${count} hits`,
    expected: `${count} hits`,
    actual: `${found.ids.length}`,
    pointer: "/data/messages",
    keyword: "count",
  });
  return found;
}

function expectAtMost({ ids }: Hits, count: number): void {
  expectThat(ids.length <= count, {
    message: `no more than ${count} hits must be returned`,
    expected: `at most ${count}`,
    actual: `${ids.length}`,
    pointer: "/data/messages",
    keyword: "count",
  });
}

const LIMITS = [1, MAX_HITS, 3, 2, 7, 18];

function limitRespected(conversation: ConversationSource): Check {
  return defineCheck(
    { ...SEARCHES, requirement: "messages.search.limit", name: "a search returns no more hits than requested" },
    async (check) => {
      const { word: query, channel: channelId } = await conversation(check);
      // More than all limits but the largest. Another requirement judges whether a response is filled to its limit.
      await requireHits(check, { query, limit: MAX_HITS }, Math.max(...LIMITS.filter((count) => count < MAX_HITS)) + 1);
      const inputs = firstPartOf(check, LIMITS, 3).flatMap((count) => [
        { query, limit: count },
        { query, limit: count, channelId },
      ]);
      await check.forEach(inputs, async (input, testCase) => {
        const found = await search(testCase, input);
        testCase.asserted();
        expectAtMost(found, input.limit);
      });
    },
  );
}

function limitFills(conversation: ConversationSource): Check {
  return defineCheck(
    { ...SEARCHES, requirement: "messages.search.limit-fills", name: "a search returns as many hits as requested" },
    async (check) => {
      const { word: query, channel: channelId } = await conversation(check);
      await check.forEach(
        firstPartOf(check, LIMITS, 2).flatMap((count) => [
          { query, limit: count },
          { query, limit: count, channelId },
        ]),
        async (input, testCase) => {
          await testCase.eventually(() => expectAtLeast(testCase, input, input.limit));
          testCase.asserted();
        },
      );
    },
  );
}

function defaultLimitApplied(conversation: ConversationSource): Check {
  return defineCheck(
    {
      ...SEARCHES,
      requirement: "messages.search.default-limit",
      name: "a search without a limit returns as many hits as the documented default",
    },
    async (check) => {
      const documentedLimit = numberAt(parameterSchema(check.context.document, "search-messages", "limit"), "default");
      if (documentedLimit === undefined)
        throw new Inconclusive("the document states no default limit of a message search");
      const { word: query, roots, channel: channelId } = await conversation(check);
      if (roots.length <= documentedLimit)
        throw new Inconclusive(`the check needs more than ${documentedLimit} matching messages`);
      await check.forEach(
        [{ query }, { query, channelId }] as (SearchInput & JsonObject)[],
        async (input, testCase) => {
          // Another requirement judges whether a response is filled to its limit; the default is compared with an
          // explicit limit.
          let known: Hits | null = await requireHits(
            testCase,
            { ...input, limit: documentedLimit },
            documentedLimit - 1,
          );
          await testCase.eventually(async () => {
            const withLimit = known ?? (await search(testCase, { ...input, limit: documentedLimit }));
            known = null;
            // A different limit first, in case a target keeps the limit of the previous request.
            await search(testCase, { ...input, limit: 1 });
            const withoutLimit = await search(testCase, input);
            testCase.asserted();
            expectThat(withoutLimit.ids.length >= withLimit.ids.length && withoutLimit.ids.length <= documentedLimit, {
              message: `without a limit as many hits must be returned as with a limit of ${documentedLimit}`,
              expected:
                withLimit.ids.length < documentedLimit
                  ? `${withLimit.ids.length} to ${documentedLimit} hits`
                  : `${documentedLimit} hits`,
              actual: `${withoutLimit.ids.length}`,
              pointer: "/data/messages",
              keyword: "default",
            });
          });
        },
      );
    },
  );
}
