import { hasHistoryCutoff } from "../verifiers/history-cutoff.ts";
import {
  type ChannelMessage,
  channelMessages,
  isCreatedBefore,
  isInOrder,
  isKnownEverywhere,
  isStillThere,
  pagesOfMembers,
  wasShownBefore,
} from "./channel-messages.ts";
import { itemsAt, requested } from "./exchanges.ts";
import type { HistoryEntry } from "./history.ts";
import type { Knowledge } from "./knowledge.ts";
import { isSettled } from "./settled.ts";

export type Cursor = "before" | "after";

/** A page by a cursor and the messages on its side of the named message, as far as earlier pages have shown them. */
export interface CursorPage {
  readonly page: HistoryEntry;
  readonly ids: ReadonlySet<unknown>;
  readonly nearest: ChannelMessage;
  readonly farthest: ChannelMessage;
  /** A message on the page that is farther from the named message than the nearest one. */
  readonly beyond: ChannelMessage | undefined;
}

/** Returns the pages of channels by a cursor alone, with what earlier pages have shown of its channel. */
export function cursorPages(knowledge: Knowledge, cursor: Cursor): readonly CursorPage[] {
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
    const onItsSide = ofChannel.filter((message) => message.isRoot && isNearer(named, message));
    const [first, ...others] = onItsSide.filter((message) => isDue(knowledge, message, page));
    if (first === undefined) return [];
    const nearest = others.reduce((best, message) => (isNearer(message, best) ? message : best), first);
    const farthest = others.reduce((best, message) => (isNearer(best, message) ? message : best), first);
    const ids = new Set(itemsAt(page, "/data/messages").map(({ value }) => value.id));
    const beyond = onItsSide.find((message) => ids.has(message.id) && isNearer(nearest, message));
    return [{ page, ids, nearest, farthest, beyond }];
  });
}

/** Returns true if every page that covers the message must have it: an earlier page did, and the target had time. */
function isDue(knowledge: Knowledge, message: ChannelMessage, { exchange }: HistoryEntry): boolean {
  return (
    wasShownBefore(message, exchange) &&
    isSettled(knowledge, message.known, exchange) &&
    isStillThere(message, exchange)
  );
}

/** Returns true for a page that has the next messages and not those at the end of the channel. */
export function isNext({ ids, nearest, farthest }: CursorPage): boolean {
  return ids.has(nearest.id) && !ids.has(farthest.id);
}
