import { accepted, hasTargetDetails, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import {
  clocksApart,
  firstSeen,
  isSentLongBefore,
  messagesSentByRun,
  type SentByRun,
} from "../knowledge/sent-messages.ts";
import { hasSubseconds, instantOf, instantTolerance } from "../models/instant.ts";
import { expectEqual } from "../verifiers/expect.ts";
import { hasHistoryCutoff } from "../verifiers/history-cutoff.ts";
import { judging } from "../verifiers/judging.ts";
import type { Rule } from "./rule.ts";

/** A page has hasMore true while a message that was read before lies beyond it. */
export const hasMoreRules: readonly Rule[] = [
  {
    requirement: "messages.get.has-more-true",
    name: "hasMore is true while a message that was read before remains beyond a page",
    operations: ["send-message", "get-messages"],
    judge: judgePages,
  },
];

function judgePages(knowledge: Knowledge): number {
  if (!hasTargetDetails(knowledge)) return 0;
  const pages = accepted(knowledge, "get-messages").filter(({ isOwn }) => isOwn);
  const all = messagesSentByRun(knowledge);
  const sent = pages.every(isInOrder) ? all : all.filter(({ isRoot }) => isRoot);
  const byId = new Map(sent.map((one) => [one.id, one]));
  const seen = firstSeen(pages);
  // With several clocks, the skew that was seen may not be the largest.
  const apart = 3 * clocksApart(all);
  let judged = 0;
  for (const page of pages) {
    const settled = timeOf(page, sent) - knowledge.settlingMs();
    const beyond = sent.find(
      (one) => one.instant <= settled && liesBeyond(page, one, byId, apart) && wasRead(page, one, seen),
    );
    if (beyond === undefined || hasHistoryCutoff(page)) continue;
    judged += 1;
    const why = `while the message ${beyond.id} lies beyond the page, hasMore must be true`;
    judging([beyond.sending.exchange, page.exchange], () => expectEqual(page.exchange, "/data/hasMore", true, why));
  }
  return judged;
}

/**
 * Returns true if the messages of a page are ordered by time. If replies are listed below their parents, times do not
 * show which messages lie beyond a page.
 */
function isInOrder(page: Past): boolean {
  const times = itemsAt(page, "/data/messages").map(({ value }) => instantOf(value.createdAt));
  const isRising = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time));
  return isRising || times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));
}

/**
 * Returns the creation time of the newest message whose sending was answered before the page was requested: a lower
 * bound of the page's time by the target's clock.
 */
function timeOf({ exchange }: Past, sent: readonly SentByRun[]): number {
  const before = sent.filter(({ sending }) => sending.exchange.sequence <= exchange.sentAfter);
  return Math.max(...before.map(({ instant }) => instant).filter(Number.isFinite));
}

/**
 * Returns true if the message was sent long before the page was requested and is on an earlier page, so that a lagging
 * index has it by then. With several lagging replicas, the page may come from another one than the earlier page, so
 * recent messages are left out.
 */
function wasRead({ exchange }: Past, { id, sending }: SentByRun, seen: ReadonlyMap<unknown, number>): boolean {
  const { sequence, sentAfter } = exchange;
  return isSentLongBefore(sending, exchange) && (seen.get(id) ?? sequence) <= sentAfter;
}

/**
 * Returns true if a message lies beyond a page: older than all of a page before a message, newer than all of a page
 * after one, or either if no cursor was sent. The contract leaves open which messages of that side a page shows, but
 * more of them lie beyond it.
 */
function liesBeyond(page: Past, one: SentByRun, byId: ReadonlyMap<string, SentByRun>, apart: number): boolean {
  const { before, after } = { before: requested(page, "before"), after: requested(page, "after") };
  if (one.channel !== requested(page, "channel") || (before !== undefined && after !== undefined)) return false;
  const shown = itemsAt(page, "/data/messages").map(({ value }) => value.createdAt);
  const named = before ?? after;
  const cursor = named === undefined ? undefined : byId.get(String(named));
  // Without a cursor of the run, only the messages on the page show what lies on which side.
  if (shown.length === 0 && cursor === undefined) return false;
  // The contract leaves open what a cursor of another channel means.
  if (cursor !== undefined && cursor.channel !== one.channel) return false;
  const times = [...shown.map(instantOf), ...(cursor === undefined ? [] : [cursor.instant])];
  const room = instantTolerance(shown.every(hasSubseconds) && one.hasSubseconds && (cursor?.hasSubseconds ?? true));
  const isOlder = one.instant < Math.min(...times) - room - apart;
  const isNewer = one.instant > Math.max(...times) + room + apart;
  if (before !== undefined) return isOlder;
  return after !== undefined ? isNewer : isOlder || isNewer;
}
