import { accepted, isTold, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { clocksApart, firstSeen, type Sent, sentOf } from "../knowledge/sent-messages.ts";
import { instantOf, isFine, roomOf } from "../models/instant.ts";
import { expectEqual } from "../verifiers/expect.ts";
import { isCutOff } from "../verifiers/history-cutoff.ts";
import { judging } from "../verifiers/judging.ts";
import type { Rule } from "./rule.ts";

/** While messages lie beyond a page that had been read before, the page says that there is more. */
export const hasMoreRules: readonly Rule[] = [
  {
    requirement: "messages.get.has-more-true",
    name: "hasMore is true while a message that was read before remains beyond a page",
    operations: ["send-message", "get-messages"],
    judge: judgePages,
  },
];

/** A page may have been asked for before the message was answered: of so many responses in between that is not to be thought. */
const ANSWERS_BETWEEN = 64;

function judgePages(knowledge: Knowledge): number {
  if (!isTold(knowledge)) return 0;
  const pages = accepted(knowledge, "get-messages").filter(({ isOwn }) => isOwn);
  const all = sentOf(knowledge);
  const sent = pages.every(isInOrder) ? all : all.filter(({ isRoot }) => isRoot);
  const byId = new Map(sent.map((one) => [one.id, one]));
  const seen = firstSeen(pages);
  // Where several clocks stamp messages, what was seen of them is not the most that they are apart.
  const apart = 3 * clocksApart(all);
  let judged = 0;
  for (const page of pages) {
    const settled = timeOf(page, sent) - knowledge.settlingMs();
    const beyond = sent.find(
      (one) => one.instant <= settled && liesBeyond(page, one, byId, apart) && wasRead(page, one, seen),
    );
    if (beyond === undefined || isCutOff(page)) continue;
    judged += 1;
    const why = `while the message ${beyond.id} lies beyond the page, hasMore must be true`;
    judging([beyond.sending.exchange, page.exchange], () => expectEqual(page.exchange, "/data/hasMore", true, why));
  }
  return judged;
}

/** Where replies stand with their parents, what lies beyond a page is not told by their times. */
function isInOrder(page: Past): boolean {
  const times = itemsAt(page, "/data/messages").map(({ value }) => instantOf(value.createdAt));
  const isRising = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time));
  return isRising || times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));
}

/** The time of the newest message that was answered before the page was asked for: by that clock it was no earlier. */
function timeOf({ exchange }: Past, sent: readonly Sent[]): number {
  const before = sent.filter(({ sending }) => sending.exchange.sequence <= exchange.sentAfter);
  return Math.max(...before.map(({ instant }) => instant).filter(Number.isFinite));
}

/**
 * What was sent long before the page was asked for, and is on a page of before: an index that lags behind has it by then.
 * Where several lag behind, the page may be of another one than that of before: what is new is left out there.
 */
function wasRead({ exchange }: Past, { id, sending }: Sent, seen: ReadonlyMap<unknown, number>): boolean {
  const { sequence, sentAfter } = exchange;
  return sending.exchange.sequence + ANSWERS_BETWEEN < sequence && (seen.get(id) ?? sequence) <= sentAfter;
}

/**
 * Older than all of a page before a message, newer than all of one after it, or either where no message was named. Which of
 * the pages on that side comes is open, and beyond each of them there is what lies farther on.
 */
function liesBeyond(page: Past, one: Sent, byId: ReadonlyMap<string, Sent>, apart: number): boolean {
  const { before, after } = { before: requested(page, "before"), after: requested(page, "after") };
  if (one.channel !== requested(page, "channel") || (before !== undefined && after !== undefined)) return false;
  const shown = itemsAt(page, "/data/messages").map(({ value }) => value.createdAt);
  const named = before ?? after;
  const cursor = named === undefined ? undefined : byId.get(String(named));
  // What lies on which side of a message that is not of the run is told by what the page shows alone.
  if (shown.length === 0 && cursor === undefined) return false;
  // What a message of another channel stands for is open.
  if (cursor !== undefined && cursor.channel !== one.channel) return false;
  const times = [...shown.map(instantOf), ...(cursor === undefined ? [] : [cursor.instant])];
  const room = roomOf(shown.every(isFine) && one.isFine && (cursor?.isFine ?? true));
  const isOlder = one.instant < Math.min(...times) - room - apart;
  const isNewer = one.instant > Math.max(...times) + room + apart;
  if (before !== undefined) return isOlder;
  return after !== undefined ? isNewer : isOlder || isNewer;
}
