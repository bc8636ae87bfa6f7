import { requested } from "../knowledge/exchanges.ts";
import { shareLetterPair } from "../models/shared-letters.ts";
import { valueAt } from "../verifiers/read.ts";
import { holdsWords, isMadeUp } from "./text-matching.ts";
import type { Filter, View } from "./view.ts";

/** The characters of a message that every index must cover. */
const INDEXED = 1_280;

const query: Filter = {
  role: "query",
  requirements: ["messages.search.finds"],
  requirement: () => "messages.search.finds",
  unwanted: "messages.search.relevant",
  test({ value, creation }, filterValue) {
    const content = creation === null ? value.content : valueAt(creation.exchange, "/data/content");
    if (holdsWords(content, filterValue, INDEXED)) return "in";
    if (creation?.isOwn !== true || typeof filterValue !== "string" || !filterValue.split(" ").every(isMadeUp))
      return "unknown";
    // A message with files or in a thread may be found by the file names or by the thread.
    const isBare = ["threadId", "attachmentIds"].every((name) => requested(creation, name) === undefined);
    return isBare && !shareLetterPair(String(content), filterValue) ? "out" : "unknown";
  },
};

const channel: Filter = {
  role: "channelId",
  requirements: ["messages.search.channel"],
  requirement: () => "messages.search.channel",
  test({ value, creation }, filterValue) {
    // An empty value may count as no filter.
    if (typeof filterValue !== "string" || filterValue.trim() === "") return "unknown";
    if (typeof value.channelId === "string") return value.channelId === filterValue ? "in" : "out";
    return creation !== null && requested(creation, "channelId") === filterValue ? "in" : "unknown";
  },
};

/** The search for messages by their words. */
export const searchMessages: View = {
  operation: "search-messages",
  pointer: "/data/messages",
  creation: "send-message",
  what: "message",
  filters: [query, channel],
  changing: ["content"],
  combined: "messages.search.channel",
  unfiltered: "messages.search.finds",
  paging: ["limit"],
  mayBeShort: true,
};
