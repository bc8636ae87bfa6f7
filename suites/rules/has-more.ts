import {
  type ChannelMessage,
  channelMessages,
  clocksApart,
  isCreatedBefore,
  isInOrder,
  isKnownEverywhere,
  isKnownLongBefore,
  isStillThere,
  pagesOfMembers,
  type SentMessage,
  sentMessages,
  wasShownBefore,
} from "../knowledge/channel-messages.ts";
import { hasTargetDetails, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { hasSubseconds, instantOf, instantTolerance } from "../models/instant.ts";
import { expectEqual } from "../verifiers/expect.ts";
import { hasHistoryCutoff } from "../verifiers/history-cutoff.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** A page has hasMore true while a message that was read before lies beyond it. */
export const hasMoreRules: readonly Rule[] = [
  {
    requirement: "messages.get.has-more-true",
    name: "hasMore is true while a message that an earlier page showed lies beyond a page",
    operations: ["send-message", "get-messages"],
    judge: judgePages,
  },
];

function judgePages(knowledge: Knowledge): number {
  if (!hasTargetDetails(knowledge)) return 0;
  const pages = pagesOfMembers(knowledge);
  const [all, sent] = [channelMessages(knowledge), sentMessages(knowledge)];
  const messages = pages.every(isInOrder) ? all : all.filter(({ isRoot }) => isRoot);
  // With several clocks, the skew that was seen may not be the largest.
  const skewMs = 3 * clocksApart(sent);
  let judged = 0;
  for (const page of pages) {
    const settled = timeOf(page, sent) - knowledge.settlingMs();
    const ofChannel = messages.filter(({ channel }) => channel === requested(page, "channel"));
    const liesBeyond = beyondOf(knowledge, page, ofChannel, skewMs);
    const beyond = ofChannel.find(
      (message) => message.instant <= settled && wasRead(page, message) && liesBeyond(message),
    );
    if (beyond === undefined || hasHistoryCutoff(page)) continue;
    judged += 1;
    const why = `while the message ${beyond.id} lies beyond the page, hasMore must be true`;
    withEvidence([beyond.known, page.exchange], () => expectEqual(page.exchange, "/data/hasMore", true, why));
  }
  return judged;
}

/**
 * Returns the creation time of the newest message whose response came before the page was requested: a lower
 * bound of the page's time by the target's clock.
 */
function timeOf({ exchange }: HistoryEntry, sent: readonly SentMessage[]): number {
  const before = sent.filter(({ known }) => known.sequence <= exchange.sentAfter);
  return Math.max(...before.map(({ instant }) => instant).filter(Number.isFinite));
}

/**
 * Returns true if the message was known long before the page was requested and is on an earlier page, so that a lagging
 * index has it by then. With several lagging replicas, the page may come from another one than the earlier page, so
 * recent messages are left out.
 */
function wasRead({ exchange }: HistoryEntry, message: ChannelMessage): boolean {
  return wasShownBefore(message, exchange) && isKnownLongBefore(message, exchange) && isStillThere(message, exchange);
}

/**
 * Returns a test that is true for a message that lies beyond a page: older than all of a page before a message, newer
 * than all of a page after one, or either if no cursor was sent. The contract leaves open which messages of that side a
 * page shows, but more of them lie beyond it.
 */
function beyondOf(
  knowledge: Knowledge,
  page: HistoryEntry,
  all: readonly ChannelMessage[],
  skewMs: number,
): (message: ChannelMessage) => boolean {
  const [before, after] = [requested(page, "before"), requested(page, "after")];
  if (before !== undefined && after !== undefined) return () => false;
  const shown = itemsAt(page, "/data/messages").map(({ value }) => value);
  const cursor = all.find(({ id }) => id === (before ?? after));
  // Without a known cursor, only the messages on the page show what lies on which side. The contract leaves open what a
  // cursor means that is of another channel, or that this replica does not know yet.
  if (shown.length === 0 && !isKnownEverywhere(knowledge, cursor, page)) return () => false;
  const cursors = cursor === undefined ? [] : [cursor];
  const times = [...shown.map(({ createdAt }) => instantOf(createdAt)), ...cursors.map(({ instant }) => instant)];
  const [oldest, newest] = [Math.min(...times), Math.max(...times)];
  const haveSubseconds =
    shown.every(({ createdAt }) => hasSubseconds(createdAt)) && cursors.every((message) => message.hasSubseconds);
  const ids = new Set(shown.map(({ id }) => id));
  const known = shown.length === 0 ? cursors : all.filter(({ id }) => ids.has(id));
  return (message) => {
    const toleranceMs = instantTolerance(haveSubseconds && message.hasSubseconds) + skewMs;
    const order = ids.has(message.id) ? null : sideOf(message, known);
    const isOlder = order === "older" || message.instant < oldest - toleranceMs;
    const isNewer = order === "newer" || message.instant > newest + toleranceMs;
    if (before !== undefined) return isOlder;
    return after !== undefined ? isNewer : isOlder || isNewer;
  };
}

/** Returns on which side of some messages another one was created; null if it is between them or that is not sure. */
function sideOf(message: ChannelMessage, messages: readonly ChannelMessage[]): "older" | "newer" | null {
  const roots = messages.filter(({ isRoot }) => isRoot);
  const isBeforeSome = roots.some((other) => isCreatedBefore(message, other));
  const isAfterSome = roots.some((other) => isCreatedBefore(other, message));
  if (isBeforeSome === isAfterSome) return null;
  return isBeforeSome ? "older" : "newer";
}
