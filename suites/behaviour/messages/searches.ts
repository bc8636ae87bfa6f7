import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import type { Conversation } from "./conversation.ts";
import { type Hits, type SearchInput, search } from "./hits.ts";

type ConversationSource = (check: CheckContext) => Promise<Conversation>;

/** Checks of the number of hits. */
export function searchChecks(conversation: ConversationSource): Check[] {
  return [limit(conversation), limitFills(conversation), usualLimit(conversation)];
}

const SEARCHES = { operations: ["search-messages"], fixtures: ["memberChannel"] };
/** The number of hits that every target must be able to return in one response. */
const MAX_HITS = 20;

/** Waits until at least `count` messages of the conversation are found. */
async function requireHits(check: CaseContext, input: SearchInput, count: number): Promise<Hits> {
  return requireEventually(check, "messages.search.finds", () => atLeast(check, input, count));
}

async function atLeast(check: CaseContext, input: SearchInput, count: number): Promise<Hits> {
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

function atMost({ ids }: Hits, count: number): void {
  expectThat(ids.length <= count, {
    message: `no more than ${count} hits must be returned`,
    expected: `at most ${count}`,
    actual: `${ids.length}`,
    pointer: "/data/messages",
    keyword: "count",
  });
}

const LIMITS = [1, MAX_HITS, 3, 2, 7, 18];

function limit(conversation: ConversationSource): Check {
  return defineCheck(
    { ...SEARCHES, requirement: "messages.search.limit", name: "no more hits are returned than requested" },
    async (check) => {
      const { word: query, channel: channelId } = await conversation(check);
      // More than all limits but the largest. Another requirement judges whether a response is filled to its limit.
      await requireHits(check, { query, limit: MAX_HITS }, Math.max(...LIMITS.filter((count) => count < MAX_HITS)) + 1);
      const inputs = firstPartOf(check, LIMITS, 3).flatMap((count) => [
        { query, limit: count },
        { query, limit: count, channelId },
      ]);
      await check.forEach(inputs, async (input, one) => {
        const found = await search(one, input);
        one.asserted();
        atMost(found, input.limit);
      });
    },
  );
}

function limitFills(conversation: ConversationSource): Check {
  return defineCheck(
    { ...SEARCHES, requirement: "messages.search.limit-fills", name: "as many hits are returned as requested" },
    async (check) => {
      const { word: query, channel: channelId } = await conversation(check);
      await check.forEach(
        firstPartOf(check, LIMITS, 2).flatMap((count) => [
          { query, limit: count },
          { query, limit: count, channelId },
        ]),
        async (input, one) => {
          await one.eventually(() => atLeast(one, input, input.limit));
          one.asserted();
        },
      );
    },
  );
}

function usualLimit(conversation: ConversationSource): Check {
  return defineCheck(
    {
      ...SEARCHES,
      requirement: "messages.search.default-limit",
      name: "without a limit as many hits are returned as the document says",
    },
    async (check) => {
      const usual = numberAt(parameterSchema(check.context.document, "search-messages", "limit"), "default");
      if (usual === undefined) throw new Inconclusive("the document states no default limit of a message search");
      const { word: query, roots, channel: channelId } = await conversation(check);
      if (roots.length <= usual) throw new Inconclusive(`the check needs more than ${usual} matching messages`);
      await check.forEach([{ query }, { query, channelId }] as (SearchInput & JsonObject)[], async (input, one) => {
        // Another requirement judges whether a response is filled to its limit; the default is compared with an
        // explicit limit.
        let known: Hits | null = await requireHits(one, { ...input, limit: usual }, usual - 1);
        await one.eventually(async () => {
          const named = known ?? (await search(one, { ...input, limit: usual }));
          known = null;
          // A different limit first, in case a target keeps the limit of the previous request.
          await search(one, { ...input, limit: 1 });
          const unnamed = await search(one, input);
          one.asserted();
          expectThat(unnamed.ids.length >= named.ids.length && unnamed.ids.length <= usual, {
            message: `without a limit as many hits must be returned as with a limit of ${usual}`,
            expected: named.ids.length < usual ? `${named.ids.length} to ${usual} hits` : `${usual} hits`,
            actual: `${unnamed.ids.length}`,
            pointer: "/data/messages",
            keyword: "default",
          });
        });
      });
    },
  );
}
