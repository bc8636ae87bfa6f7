import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { type SentMessage, sendMessage } from "./requests.ts";
import { type SearchInput, search } from "./search.ts";

/** Words that make the run's message longer, so that messages of others with a single word rank before it. */
const FILLER = "among many other words that nobody looks for, and some more of them";

/**
 * Messages of others that the caller may not see are not hits of its search, and take no place among the requested
 * number of hits.
 */
export function limitFillsDespiteHidden(): Check {
  return defineCheck(
    {
      requirement: "messages.search.limit-fills",
      name: "a search returns as many hits as requested although better matches are hidden from the caller",
      operations: ["search-messages", "send-message"],
      fixtures: ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const query = wordOf(check.context, "said out of sight too");
      const channelId = check.context.target.fixtures.memberChannel ?? "";
      const own = await sendMessage(check, "said in sight", { channelId, content: `${query} ${FILLER}` });
      await sendHiddenMessages(check, query);
      await requireEventually(check, "messages.search.finds", async () => expectHit(check, { query, channelId }, own));
      await check.forEach(
        [
          { query, limit: 1 },
          { query, channelId, limit: 1 },
        ],
        async (input, testCase) => {
          await testCase.eventually(() => expectHit(testCase, input, own));
          testCase.asserted();
        },
      );
    },
  );
}

/** Sends messages into a channel that the caller does not belong to, and in another workspace if one is known. */
async function sendHiddenMessages(check: CheckContext, query: string): Promise<void> {
  const { otherAgent, otherWorkspace } = check.context.target.fixtures;
  for (const turn of [1, 2]) {
    for (const { apiKey, channel } of [otherAgent ?? {}, otherWorkspace ?? {}]) {
      if (apiKey === undefined || channel === undefined) continue;
      const content = `${query} ${query} ${query}`;
      await sendMessage(check, `said out of sight ${turn}`, { channelId: channel, content }, { apiKey });
    }
  }
}

async function expectHit(check: CaseContext, input: SearchInput, own: SentMessage): Promise<void> {
  const { ids } = await search(check, input);
  expectThat(ids.length > 0, {
    message: "messages hidden from the caller must not reduce the number of hits",
    expected: `a hit, as the message ${own.id}`,
    actual: "no hit",
    pointer: "/data/messages",
    keyword: "count",
  });
}
