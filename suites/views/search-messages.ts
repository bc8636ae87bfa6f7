import { askedFor } from "../knowledge/exchanges.ts";
import { holdsWords } from "./text.ts";
import type { View } from "./view.ts";

/** Messages that a search finds by their words. */
export const searchMessages: View = {
  operation: "search-messages",
  pointer: "/data/messages",
  making: "send-message",
  what: "message",
  filters: [
    {
      role: "query",
      requirement: () => "messages.search.finds",
      test: ({ value }, asked) => (holdsWords(value.content, asked) ? "in" : "unknown"),
    },
    {
      role: "channelId",
      requirement: () => "messages.search.channel",
      test: ({ making }, asked) => (askedFor(making, "channelId") === asked ? "in" : "out"),
    },
  ],
  changing: ["content"],
  requirements: ["messages.search.finds", "messages.search.channel"],
  together: "messages.search.channel",
  unfiltered: "messages.search.finds",
  paging: ["limit"],
};
