import {
  type ChannelMessage,
  channelMessages,
  isCreatedBefore,
  isInOrder,
  isKnownEverywhere,
  isStillThere,
  pagesOfMembers,
  wasShownBefore,
} from "../knowledge/channel-messages.ts";
import { hasTargetDetails, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isSettled } from "../knowledge/settled.ts";
import { hasSubseconds, instantOf, instantTolerance } from "../models/instant.ts";
import { expectThat } from "../verifiers/expect.ts";
import { hasHistoryCutoff } from "../verifiers/history-cutoff.ts";
import { judging } from "../verifiers/judging.ts";
import type { Rule } from "./rule.ts";

type Cursor = "before" | "after";

/** Which pages by a cursor satisfy a requirement. */
interface Adjacency {
  readonly requirement: string;
  readonly cursor: Cursor;
  /** True if the page may be the last one of the channel, as long as the other cursor leads to the next messages. */
  readonly mayBeTheLast: boolean;
}

const ADJACENCIES: readonly Adjacency[] = [
  { requirement: "messages.get.walk-back", cursor: "before", mayBeTheLast: true },
  { requirement: "messages.get.before-next", cursor: "before", mayBeTheLast: false },
  { requirement: "messages.get.walk-forward", cursor: "after", mayBeTheLast: false },
];

/** A page by a cursor does not skip the messages next to the named one: a walk would never meet them. */
export const adjacentPageRules: readonly Rule[] = ADJACENCIES.map((adjacency) => ({
  requirement: adjacency.requirement,
  name: `no page ${adjacency.cursor} a message skips messages next to it`,
  operations: ["send-message", "get-messages"],
  judge: (knowledge) => judgePages(knowledge, adjacency),
}));

/** A page by a cursor and the messages on its side of the named message, as far as earlier pages have shown them. */
interface CursorPage {
  readonly page: Past;
  readonly ids: ReadonlySet<unknown>;
  readonly nearest: ChannelMessage;
  readonly farthest: ChannelMessage;
  /** A message on the page that is farther from the named message than the nearest one. */
  readonly beyond: ChannelMessage | undefined;
}

function judgePages(knowledge: Knowledge, { cursor, ...adjacency }: Adjacency): number {
  if (!hasTargetDetails(knowledge)) return 0;
  const pages = cursorPages(knowledge, cursor);
  const mayBeTheLast = adjacency.mayBeTheLast && !pages.some(isNext) && !isForwardTheLast(knowledge);
  const telling = pages.filter((one) => one.beyond !== undefined && !(mayBeTheLast && isTheOldest(one)));
  for (const { page, ids, nearest, beyond } of telling) {
    judging([nearest.known, page.exchange], () =>
      expectThat(ids.has(nearest.id), {
        message: `a page ${cursor} a message must not skip the messages next to it`,
        expected: `the message ${nearest.id}`,
        actual: `the message ${beyond?.id}, which is farther away, without it`,
        pointer: "/data/messages",
        keyword: "skipped",
      }),
    );
  }
  return telling.length;
}

/** Returns true if pages after a message are those at the end of the channel, so that it cannot be walked forward. */
function isForwardTheLast(knowledge: Knowledge): boolean {
  const pages = cursorPages(knowledge, "after");
  return !pages.some(isNext) && pages.some(({ ids, nearest, beyond }) => beyond !== undefined && !ids.has(nearest.id));
}

/** Returns true for a page that has the next messages and not those at the end of the channel. */
function isNext({ ids, nearest, farthest }: CursorPage): boolean {
  return ids.has(nearest.id) && !ids.has(farthest.id);
}

function cursorPages(knowledge: Knowledge, cursor: Cursor): readonly CursorPage[] {
  const pages = pagesOfMembers(knowledge);
  const messages = channelMessages(knowledge).filter(({ firstSeen }) => firstSeen !== null);
  const areInOrder = pages.every(isInOrder);
  const isNearer = (one: ChannelMessage, other: ChannelMessage) =>
    cursor === "before" ? isCreatedBefore(other, one) : isCreatedBefore(one, other);
  return pages.flatMap((page): CursorPage[] => {
    const ofChannel = messages.filter(
      ({ channel, isRoot, id }) =>
        channel === requested(page, "channel") && (isRoot || (areInOrder && id === requested(page, cursor))),
    );
    const named = ofChannel.find(({ id }) => id === requested(page, cursor));
    const other = requested(page, cursor === "before" ? "after" : "before");
    if (!isKnownEverywhere(knowledge, named, page) || other !== undefined || hasHistoryCutoff(page)) return [];
    const onItsSide = ofChannel.filter((one) => one.isRoot && isNearer(named, one));
    const [first, ...others] = onItsSide.filter((one) => isDue(knowledge, one, page));
    if (first === undefined) return [];
    const nearest = others.reduce((best, one) => (isNearer(one, best) ? one : best), first);
    const farthest = others.reduce((best, one) => (isNearer(best, one) ? one : best), first);
    const ids = new Set(itemsAt(page, "/data/messages").map(({ value }) => value.id));
    const beyond = onItsSide.find((one) => ids.has(one.id) && isNearer(nearest, one));
    return [{ page, ids, nearest, farthest, beyond }];
  });
}

/** Returns true if every page that covers the message must have it: an earlier page did, and the target had time. */
function isDue(knowledge: Knowledge, message: ChannelMessage, { exchange }: Past): boolean {
  return (
    wasShownBefore(message, exchange) &&
    isSettled(knowledge, message.known, exchange) &&
    isStillThere(message, exchange)
  );
}

/** Returns true if a page before a message may be the oldest of the channel: it shows messages as old as the farthest. */
function isTheOldest({ page, farthest }: CursorPage): boolean {
  return itemsAt(page, "/data/messages").some(({ value: { createdAt } }) => {
    const room = instantTolerance(hasSubseconds(createdAt) && farthest.hasSubseconds) - instantTolerance(true);
    return instantOf(createdAt) <= farthest.instant + room;
  });
}
