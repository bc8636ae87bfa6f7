import { once } from "../../engine/cases/once.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { quietChannel } from "./channels.ts";
import { type SentMessage, sendMessage } from "./requests.ts";
import { type Hits, search } from "./search.ts";

const SEARCHES = { operations: ["search-messages", "send-message"], fixtures: ["memberChannel"] };
/** The number of hits that every target must be able to return in one response. */
const MAX_HITS = 20;

/** Messages of equal length, each with another number of occurrences of a word, so that any two differ in relevance. */
interface RankedMessages {
  readonly word: string;
  readonly channel: string;
  readonly messages: readonly SentMessage[];
}

/**
 * The number of occurrences in each message, in the order of sending: neither the first nor the last is the most
 * relevant.
 */
const OCCURRENCES = [3, 7, 1, 5, 8, 2, 6, 4];
/** The number of words of each message. */
const WORDS_PER_MESSAGE = 10;

async function createRankedMessages(check: CheckContext): Promise<RankedMessages> {
  const word = wordOf(check.context, "ladder of ranks");
  const channel = quietChannel(check.context);
  const messages: SentMessage[] = [];
  for (const times of firstPartOf(check, OCCURRENCES, 4)) {
    const content = Array.from({ length: WORDS_PER_MESSAGE }, (_, place) => (place < times ? word : "filler")).join(
      " ",
    );
    messages.push(await sendMessage(check, `step ${times} of a ladder`, { channelId: channel, content }));
  }
  return { word, channel, messages };
}

/** Waits until the index has all messages, and returns the hits. */
async function requireAllFound(check: CaseContext, { word, messages }: RankedMessages): Promise<Hits> {
  return requireEventually(check, "messages.search.finds", async () => {
    const found = await search(check, { query: word, limit: MAX_HITS });
    const missing = messages.find(({ id }) => !found.ids.includes(id));
    expectThat(missing === undefined, {
      message: "messages must be found by a word that they share",
      expected: `the message ${missing?.id} among the hits`,
      actual: `${found.ids.length} hits without it`,
      pointer: "/data/messages",
      keyword: "missing",
    });
    return found;
  });
}

function ranksOf(hits: Hits["hits"]): number[] {
  return hits.map(({ rank }) => (typeof rank === "number" ? rank : Number.NaN));
}

/** A limit leaves out the least relevant: none left out has a higher rank than those returned. */
export function bestHitsReturned(): Check {
  // Sent once, also if the check is run again.
  const rankedMessages = once(createRankedMessages);
  return defineCheck(
    {
      ...SEARCHES,
      requirement: "messages.search.best-first",
      name: "a search with a limit returns the most relevant messages",
      isCostly: true,
    },
    async (check) => {
      const ranked = await rankedMessages(check);
      const all = await requireAllFound(check, ranked);
      const ranks = new Map(all.ids.map((id, index) => [id, ranksOf(all.hits)[index] ?? Number.NaN]));
      if (new Set(ranks.values()).size === 1) throw new NotApplicable("all messages with the word have the same rank");
      for (const limit of [1, 3, 5].filter((count) => count < ranked.messages.length)) {
        await check.eventually(async () => {
          const { ids } = await search(check, { query: ranked.word, limit });
          const leastRank = Math.min(...ids.map((id) => ranks.get(id) ?? Number.POSITIVE_INFINITY));
          const better = ranked.messages.find(({ id }) => !ids.includes(id) && (ranks.get(id) ?? 0) > leastRank);
          check.asserted();
          expectThat(better === undefined, {
            message: `a search with a limit of ${limit} should return the most relevant messages`,
            expected: `the message ${better?.id}, with the rank ${ranks.get(better?.id ?? "")}, before others`,
            actual: `one with the rank ${leastRank} in its place`,
            pointer: "/data/messages",
            keyword: "best",
          });
        });
      }
    },
  );
}
