import { statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { SPECIAL_CHARACTERS } from "../../models/sample-texts.ts";
import { STABLE_MEMORY_FIELDS } from "../../models/stable-fields.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { stringAt } from "../../verifiers/read.ts";
import { asCreated, expectSame, type ShownResource } from "../../verifiers/same-resource.ts";
import { defineCheck } from "../define-check.ts";
import { type CreatedMemory, requestUniqueMemory, statusFilterOf, withListedStatus } from "../memories/claims.ts";
import { contentOfLength } from "../memories/content-limits.ts";
import { asView, type Hit, searchAll } from "../memories/listing.ts";
import { findMessage, requireMessageRead } from "../messages/channel-pages.ts";
import { quietChannel } from "../messages/channels.ts";
import { contentOf, requestMessage, sendMessage } from "../messages/requests.ts";
import { search } from "../messages/search.ts";
import { findEventually } from "../preconditions.ts";
import { recall } from "../recall/requests.ts";

/**
 * Views may truncate long texts at different lengths, or clean texts with special characters or outer spaces. The
 * contract leaves the maximum length open, but an accepted text must be the same in all views. One message and one
 * memory are both long and unusual.
 */
export function longTextChecks(): Check[] {
  return [longMessages(), longMemories()];
}

/**
 * More characters than most lengths at which careless code truncates, and well within the size of request that any
 * service reads.
 */
const LONG_TEXT_LENGTH = 4_200;

const NOT_ACCEPTED = `no content of ${LONG_TEXT_LENGTH} characters is taken`;

/** Fields that sending a message fixes and that every list of a channel shows. */
const UNCHANGED_MESSAGE_FIELDS = ["id", "parentId", "senderType", "senderId", "content", "createdAt"];

function longMessages(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "long messages and special characters are the same in the response, in the channel and in the search",
      operations: ["send-message", "get-messages", "search-messages"],
      fixtures: ["memberChannel"],
      runsEarly: true,
    },
    async (check) => {
      const channelId = quietChannel(check.context);
      const earlier = await sendMessage(check, "before what is long", { channelId });
      const { word, content } = longContent(check);
      const response = await requestMessage(check, { channelId, content });
      if (statusOf(response) !== 200) throw new NotApplicable(NOT_ACCEPTED);
      const later = await sendMessage(check, "after what is long", { channelId });
      const afterLater = await sendMessage(check, "after what follows it", { channelId });
      await requireMessageRead(check, later.id, { channel: channelId, earlier, later: afterLater });
      const id = stringAt(response, "/data/id");
      const created = asCreated(response);
      check.asserted();
      const seen = await findMessage(check, channelId, id, { earlier, later });
      if (seen) expectSame(check, "Message", UNCHANGED_MESSAGE_FIELDS, created, { ...seen, value: seen.message });
      const found = await findEventually(check, () => searchForMessage(check, word, id));
      if (found) expectSame(check, "Message", UNCHANGED_MESSAGE_FIELDS, created, found);
    },
  );
}

function longContent({ context }: CaseContext) {
  const key = "odd signs";
  return {
    word: wordOf(context, key),
    content: `\n  ${contentOf(context, key).padEnd(LONG_TEXT_LENGTH, " a long story,")} stands between spaces, ${SPECIAL_CHARACTERS}  \n\n`,
  };
}

/** Returns the message as a search shows it; null if it is not found, or the search is rejected. */
async function searchForMessage(check: CaseContext, query: string, id: string): Promise<ShownResource | null> {
  const found = await tryOrNull(() => search(check, { query }));
  const index = found?.ids.indexOf(id) ?? -1;
  const value = found?.hits[index];
  return found && value ? { exchange: found.exchange, pointer: `/data/messages/${index}`, value } : null;
}

const CLAIM_KEY = "odd signs of a claim";

function longMemories(): Check {
  return defineCheck(
    {
      requirement: "consistency.memory-views",
      name: "long memories and special characters are the same in the response, in the search and in a recall",
      operations: ["remember", "search-memories", "recall"],
      runsEarly: true,
    },
    async (check) => {
      const content = `\n  ${contentOfLength(check, CLAIM_KEY, LONG_TEXT_LENGTH)} between spaces, ${SPECIAL_CHARACTERS}  \n\n`;
      const claimed = await requestUniqueMemory(check, CLAIM_KEY, { content });
      if (statusOf(claimed.response) !== 200) throw new NotApplicable(NOT_ACCEPTED);
      const created = await withListedStatus(check, claimed);
      check.asserted();
      const hits = await findEventually(check, () => searchForMemory(check, created));
      const recalled = await tryOrNull(() => recall(check, { query: created.word }));
      const views = [...(hits ?? []), ...(recalled?.hits ?? [])]
        .filter(({ memory }) => memory.id === created.id)
        .map(asView);
      await check.forEach(
        views,
        async (after, testCase) =>
          expectSame(testCase, "Memory", STABLE_MEMORY_FIELDS, asCreated(created.response), after),
        { describe: () => created.id },
      );
    },
  );
}

/** Returns the hits of a search for the word of a memory; null if it is not among them, or the search is rejected. */
async function searchForMemory(check: CaseContext, created: CreatedMemory): Promise<readonly Hit[] | null> {
  const hits = await tryOrNull(() => searchAll(check, { ...statusFilterOf(created), text: created.word }));
  return hits?.some(({ memory }) => memory.id === created.id) ? hits : null;
}
