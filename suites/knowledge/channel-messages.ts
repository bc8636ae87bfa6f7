import type { Json } from "../../spec/json.ts";
import { memoize } from "../../spec/memoize.ts";
import { type Exchange, precedes } from "../client/exchange.ts";
import { hasSubseconds, instantOf } from "../models/instant.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { accepted, itemsAt, requested } from "./exchanges.ts";
import type { HistoryEntry } from "./history.ts";
import type { Knowledge } from "./knowledge.ts";
import { acceptedHere, isOfTheWorkspace } from "./resources.ts";
import { isSettled, RESPONSES_BETWEEN } from "./settled.ts";

/** A message of a channel: one that the run has sent, or one of others that the caller has read. */
export interface ChannelMessage {
  readonly id: string;
  readonly channel: unknown;
  /** Milliseconds since 1970 of `createdAt`; NaN if it has none. */
  readonly instant: number;
  /** True if `createdAt` is given more precisely than to the second. */
  readonly hasSubseconds: boolean;
  /**
   * True if it starts a thread. The contract leaves open whether replies are listed among the messages of a channel.
   */
  readonly isRoot: boolean;
  /** The request that sent it; null if the run did not. */
  readonly sending: HistoryEntry | null;
  /** The response that made it known: to its sending or, for one of others, the first page that shows it. */
  readonly known: Exchange;
  /** Sequence number of the first page that shows it; null if none does. */
  readonly firstSeen: number | null;
  /** Sequence number of the last page that shows it; null if none does. */
  readonly lastSeen: number | null;
}

/** A message that the run has sent. */
export type SentMessage = ChannelMessage & { readonly sending: HistoryEntry };

/**
 * Returns the function with a cache, for what depends on nothing but the messages sent and the pages read: several
 * rules ask for the same.
 */
export function oncePerPages<Value>(make: (knowledge: Knowledge) => Value): (knowledge: Knowledge) => Value {
  const cached = memoize(
    (_pages: readonly HistoryEntry[], knowledge: Knowledge) => make(knowledge),
    (knowledge) => accepted(knowledge, "send-message"),
  );
  return (knowledge) => cached(accepted(knowledge, "get-messages"), knowledge);
}

/** Returns the messages of the run and those of others that the caller has read. */
export const channelMessages = oncePerPages((knowledge): readonly ChannelMessage[] => {
  const pages = acceptedHere(knowledge, "get-messages");
  const sent = sentBy(acceptedHere(knowledge, "send-message"), sightings(pages));
  const own = new Set(sent.map(({ channel, id }) => keyOf(channel, id)));
  const read = sightings(pages.filter(({ isOwn }) => isOwn));
  const others = [...read].flatMap(([key, { channel, id, createdAt, parentId, pages }]): ChannelMessage[] => {
    const [first] = pages;
    if (own.has(key) || first === undefined) return [];
    const isRoot = isUnset(parentId);
    return [{ id, channel, ...timeOf(createdAt), isRoot, sending: null, known: first, ...seenOn({ pages }) }];
  });
  return [...sent, ...others];
});

/** Returns the messages that the agents of the workspace have sent in this run. */
export function sentMessages(knowledge: Knowledge): readonly SentMessage[] {
  return channelMessages(knowledge).filter((message): message is SentMessage => message.sending !== null);
}

function sentBy(sendings: readonly HistoryEntry[], seen: ReadonlyMap<string, Sightings>): readonly ChannelMessage[] {
  return sendings.flatMap((sending): ChannelMessage[] => {
    const [id, createdAt] = ["id", "createdAt"].map((field) => valueAt(sending.exchange, `/data/${field}`));
    if (typeof id !== "string") return [];
    const channel = requested(sending, "channelId");
    const isRoot = requested(sending, "threadId") === undefined;
    const shown = seen.get(keyOf(channel, id)) ?? null;
    return [{ id, channel, ...timeOf(createdAt), isRoot, sending, known: sending.exchange, ...seenOn(shown) }];
  });
}

/** Returns a lookup of the messages of the channel of a page, by the id in a response; undefined for other workspaces. */
export function messagesByPage(knowledge: Knowledge): (page: HistoryEntry, id: unknown) => ChannelMessage | undefined {
  const messages = new Map(channelMessages(knowledge).map((message) => [keyOf(message.channel, message.id), message]));
  return (page, id) =>
    isOfTheWorkspace(knowledge, page) ? messages.get(keyOf(requested(page, "channel"), id)) : undefined;
}

/**
 * Returns the pages of channels that their reader belongs to: it has sent a message there, or a page has shown it one.
 * A service may show others an empty channel.
 */
export function pagesOfMembers(knowledge: Knowledge): readonly HistoryEntry[] {
  const pages = acceptedHere(knowledge, "get-messages");
  const keyOfReader = ({ otherKey }: HistoryEntry, channel: unknown) => JSON.stringify([otherKey, channel]);
  const read = pages.filter((page) => itemsAt(page, "/data/messages").length > 0);
  const members = new Set([
    ...read.map((page) => keyOfReader(page, requested(page, "channel"))),
    ...acceptedHere(knowledge, "send-message").map((entry) => keyOfReader(entry, requested(entry, "channelId"))),
  ]);
  return pages.filter((page) => members.has(keyOfReader(page, requested(page, "channel"))));
}

/** More milliseconds than the times of one instant differ, due to several clocks and truncation. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/**
 * Returns true if one message was surely created before the other. Their times must show it and, unless they are far
 * apart, it must have been known before the run sent the other.
 */
export function isCreatedBefore(one: ChannelMessage, other: ChannelMessage): boolean {
  if (!(one.instant < other.instant)) return false;
  const wasKnown = other.sending !== null && precedes(one.known, other.sending.exchange);
  return wasKnown || other.instant - one.instant > MAX_CLOCK_DIFFERENCE_MS;
}

/**
 * Returns true if a message was known so long before a page was requested that the page may not miss it. With fewer
 * responses between, the page may have been requested before the response that made it known.
 */
export function isKnownLongBefore({ known }: ChannelMessage, page: Exchange): boolean {
  return known.sequence + RESPONSES_BETWEEN < page.sequence;
}

/**
 * Returns true if a message is sure to be known to every replica of the target that a page may come from. What a cursor
 * means that the target does not know is open.
 */
export function isKnownEverywhere<T extends ChannelMessage>(
  knowledge: Knowledge,
  message: T | undefined,
  page: HistoryEntry,
): message is T {
  return message !== undefined && (knowledge.settlingMs() === 0 || isSettled(knowledge, message.known, page.exchange));
}

/** Returns true if a page whose response came before this one was requested shows the message. */
export function wasShownBefore({ firstSeen }: ChannelMessage, page: Exchange): boolean {
  return firstSeen !== null && firstSeen <= page.sentAfter;
}

/** Returns true if a message was there when a page was requested: others may delete theirs, so a later page must show it. */
export function isStillThere({ sending, lastSeen }: ChannelMessage, page: Exchange): boolean {
  return sending !== null || (lastSeen ?? 0) > page.sequence;
}

/**
 * Returns true if the messages of a page are ordered by time. If replies are listed below their parents, times do not
 * show which messages lie beyond a page.
 */
export function isInOrder(page: HistoryEntry): boolean {
  const times = itemsAt(page, "/data/messages").map(({ value }) => instantOf(value.createdAt));
  const isRising = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time));
  return isRising || times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));
}

/**
 * Returns the target's clock skew: the most milliseconds by which `createdAt` of a message is before that of the run's
 * previous message in the same channel.
 */
export function clocksApart(sent: readonly SentMessage[]): number {
  const last = new Map<unknown, number>();
  let max = 0;
  for (const { channel, instant } of sent) {
    max = Math.max(max, (last.get(channel) ?? instant) - instant || 0);
    last.set(channel, instant);
  }
  return max;
}

/** The pages that show a message. */
interface Sightings {
  readonly channel: unknown;
  readonly id: string;
  readonly createdAt: Json | undefined;
  readonly parentId: Json | undefined;
  readonly pages: Exchange[];
}

/** Two channels may use the same id for different messages. */
function keyOf(channel: unknown, id: unknown): string {
  return JSON.stringify([channel, id]);
}

function sightings(pages: readonly HistoryEntry[]): ReadonlyMap<string, Sightings> {
  const seen = new Map<string, Sightings>();
  for (const page of pages) {
    const channel = requested(page, "channel");
    for (const { value } of itemsAt(page, "/data/messages")) {
      const { id, createdAt, parentId } = value;
      if (typeof id !== "string") continue;
      const known = seen.get(keyOf(channel, id));
      if (known === undefined)
        seen.set(keyOf(channel, id), { channel, id, createdAt, parentId, pages: [page.exchange] });
      else known.pages.push(page.exchange);
    }
  }
  return seen;
}

function seenOn(seen: Pick<Sightings, "pages"> | null): Pick<ChannelMessage, "firstSeen" | "lastSeen"> {
  const sequences = (seen?.pages ?? []).map(({ sequence }) => sequence);
  if (sequences.length === 0) return { firstSeen: null, lastSeen: null };
  return { firstSeen: Math.min(...sequences), lastSeen: Math.max(...sequences) };
}

function timeOf(createdAt: unknown): Pick<ChannelMessage, "instant" | "hasSubseconds"> {
  return { instant: instantOf(createdAt), hasSubseconds: hasSubseconds(createdAt) };
}
