import type { CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { valueAt } from "../../verifiers/read.ts";
import { callers, readings } from "../callers.ts";
import { messageIdsByTime } from "../message-ids.ts";
import { messagesOf } from "../resources.ts";
import { ABSENT, type Level, levelOfItsOwn, limits, mismatching, PAGES, type Table } from "../table.ts";
import { levelOfNothing, levelsOfSearch, OF_THE_RUN } from "../texts.ts";
import { channelLevels } from "./fixtures.ts";

/** Searches for texts of messages, in each channel and in all. */
export function searchMessages(check: CheckContext): Table {
  const { context } = check;
  const usual = numberAt(parameterSchema(context.document, "search-messages", "limit"), "default");
  const channels = mismatching(channelLevels(context, "channelId"));
  const nothing = [levelOfNothing(context, "query")];
  return {
    operation: "search-messages",
    about: ["send-message"],
    resources: () => messagesOf(check),
    every: 2,
    factors: [
      {
        name: "query",
        levels: [...levelsOfSearch(context, { member: "query", field: "content" }), ...nothing],
        widest: OF_THE_RUN,
      },
      { name: "channelId", levels: [ABSENT, levelOfItsOwn("channelId"), ...channels] },
      limits([1, 2, 5], usual),
      callers(context),
      readings(context),
    ],
    mismatches: { query: nothing, channelId: channels },
    isEachAlone: true,
  };
}

/** Reads pages of a channel: from its end, before a message and after one. */
export function getMessages(check: CheckContext): Table {
  const { context } = check;
  const cursor = (name: string): Level => ({ name: "a message", gives: ({ id }) => ({ [name]: id }) });
  const usual = numberAt(parameterSchema(context.document, "get-messages", "limit"), "default");
  return {
    operation: "get-messages",
    about: ["send-message"],
    resources: () => messagesOf(check),
    every: 2,
    needsResource: true,
    factors: [
      { name: "channel", levels: channelLevels(context, "channel") },
      limits([1, 2, 5], usual),
      { name: "before", levels: [ABSENT, cursor("before")] },
      { name: "after", levels: [ABSENT, cursor("after")] },
      { name: "page", levels: PAGES },
      callers(context),
      readings(context),
    ],
    // The contract leaves open what both together mean.
    exclusions: [{ before: ["a message"], after: ["a message"] }],
    isEachAlone: true,
    next: (page) => {
      const [oldest] = messageIdsByTime(page);
      return valueAt(page, "/data/hasMore") === true && oldest !== undefined ? { before: oldest } : null;
    },
    repeats: true,
  };
}
