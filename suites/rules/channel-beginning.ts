import {
  type ChannelMessage,
  channelMessages,
  isCreatedBefore,
  isInOrder,
  isKnownEverywhere,
  isKnownLongBefore,
  pagesOfMembers,
} from "../knowledge/channel-messages.ts";
import { cursorPages, isNext } from "../knowledge/cursor-pages.ts";
import { hasTargetDetails, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectEqual } from "../verifiers/expect.ts";
import { hasHistoryCutoff } from "../verifiers/history-cutoff.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** A page before a message that reaches the beginning of its channel has hasMore false. */
export const channelBeginningRules: readonly Rule[] = [
  {
    requirement: "messages.get.has-more-false",
    name: "hasMore is false on pages that reach the beginning of a channel",
    operations: ["get-messages"],
    judge: judgeBeginnings,
  },
];

function judgeBeginnings(knowledge: Knowledge): number {
  if (!hasTargetDetails(knowledge)) return 0;
  const pages = pagesOfMembers(knowledge).filter(
    (page) => typeof cursorOf(page) === "string" && requested(page, "after") === undefined && !hasHistoryCutoff(page),
  );
  // Replies that are listed below their parents do not show the beginning.
  if (!pages.every(isInOrder)) return 0;
  const messages = channelMessages(knowledge);
  const empty = pages.filter((page) => idsOn(page).size === 0);
  // Where `before` leads to the oldest page, messages that the run does not know may lie after that page.
  const leadsToNext = cursorPages(knowledge, "before").some(isNext);
  let judged = 0;
  for (const page of pages) {
    const ids = idsOn(page);
    const ofChannel = messages.filter(({ channel }) => channel === requested(page, "channel"));
    const end = empty.find(
      (entry) =>
        isOfChannel(entry, page) &&
        (entry === page || (leadsToNext && ids.has(cursorOf(entry)))) &&
        isKnownEverywhere(knowledge, namedBy(entry, ofChannel), entry),
    );
    if (end === undefined || !hasAll(page, ids, ofChannel)) continue;
    judged += 1;
    const why = "before the oldest message of a channel there is nothing, so hasMore must be false";
    withEvidence(end === page ? [page.exchange] : [end.exchange, page.exchange], () =>
      expectEqual(page.exchange, "/data/hasMore", false, why),
    );
  }
  return judged;
}

/** Returns true if a page has every known message before its cursor, so that it is not the page of a farther end. */
function hasAll(page: HistoryEntry, ids: ReadonlySet<unknown>, messages: readonly ChannelMessage[]): boolean {
  const named = namedBy(page, messages);
  if (named === undefined) return false;
  return messages.every(
    (message) =>
      ids.has(message.id) ||
      !message.isRoot ||
      !isCreatedBefore(message, named) ||
      !isKnownLongBefore(message, page.exchange),
  );
}

function namedBy(page: HistoryEntry, messages: readonly ChannelMessage[]): ChannelMessage | undefined {
  return messages.find(({ id }) => id === cursorOf(page));
}

function isOfChannel(one: HistoryEntry, other: HistoryEntry): boolean {
  return requested(one, "channel") === requested(other, "channel");
}

function cursorOf(page: HistoryEntry) {
  return requested(page, "before");
}

function idsOn(page: HistoryEntry): ReadonlySet<unknown> {
  return new Set(itemsAt(page, "/data/messages").map(({ value }) => value.id));
}
