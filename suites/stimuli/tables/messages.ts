import type { CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { valueAt } from "../../verifiers/read.ts";
import { messagesOf } from "../known-resources.ts";
import { messageIdsByTime } from "../message-ids.ts";
import { callerFactor, repetitionFactor } from "../shared-factors.ts";
import { ABSENT, type Level, levelOfOwnValue, limitFactor, mismatchingLevels, PAGES, type Table } from "../table.ts";
import { levelOfUnusedWord, levelsOfSearch, RUN_WORD } from "../text-levels.ts";
import { channelLevels } from "./fixtures.ts";

/** Searches for texts of messages, in each channel and in all. */
export function searchMessages(check: CheckContext): Table {
  const { context } = check;
  const defaultLimit = numberAt(parameterSchema(context.document, "search-messages", "limit"), "default");
  const channels = mismatchingLevels(channelLevels(context, "channelId"));
  const unusedWord = [levelOfUnusedWord(context, "query")];
  return {
    operation: "search-messages",
    resourceOperations: ["send-message"],
    resources: () => messagesOf(check),
    interval: 2,
    factors: [
      {
        name: "query",
        levels: [...levelsOfSearch(context, { member: "query", field: "content" }), ...unusedWord],
        widest: RUN_WORD,
      },
      { name: "channelId", levels: [ABSENT, levelOfOwnValue("channelId"), ...channels] },
      limitFactor([1, 2, 5], defaultLimit),
      callerFactor(context),
      repetitionFactor(context),
    ],
    mismatches: { query: unusedWord, channelId: channels },
    hasSingleLevelRows: true,
  };
}

/** Reads pages of a channel: from its end, before a message and after one. */
export function getMessages(check: CheckContext): Table {
  const { context } = check;
  const cursor = (name: string): Level => ({ name: "a message", members: ({ id }) => ({ [name]: id }) });
  const defaultLimit = numberAt(parameterSchema(context.document, "get-messages", "limit"), "default");
  return {
    operation: "get-messages",
    resourceOperations: ["send-message"],
    resources: () => messagesOf(check),
    interval: 2,
    needsResource: true,
    factors: [
      { name: "channel", levels: channelLevels(context, "channel") },
      limitFactor([1, 2, 5], defaultLimit),
      { name: "before", levels: [ABSENT, cursor("before")] },
      { name: "after", levels: [ABSENT, cursor("after")] },
      { name: "page", levels: PAGES },
      callerFactor(context),
      repetitionFactor(context),
    ],
    // The contract leaves open what both together mean.
    exclusions: [{ before: ["a message"], after: ["a message"] }],
    hasSingleLevelRows: true,
    nextPage: (page) => {
      const [oldest] = messageIdsByTime(page);
      return valueAt(page, "/data/hasMore") === true && oldest !== undefined ? { before: oldest } : null;
    },
    isRepeated: true,
  };
}
