import type { JsonObject } from "../../../spec/json.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CaseContext, RunContext } from "../../engine/check/check.ts";
import { instantOf } from "../../models/instant.ts";
import { fail } from "../../verifiers/expect.ts";
import { requireEventually } from "../preconditions.ts";
import { apart } from "./apart.ts";
import { quietChannel } from "./channels.ts";
import { type Page, readPage, URGENT, WIDE } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

/** The order in which the pages of a target list messages, which the contract leaves open. */
export type Direction = "newest-first" | "oldest-first";

/** The side of a message that a page is requested for. */
export type Cursor = "before" | "after";

/** Facts about the target of a run, each determined when first needed. */
const learnt = oncePerRun(() => ({
  before: once((check: CaseContext) => learn(check, "before")),
  after: once((check: CaseContext) => learn(check, "after")),
  sorted: once(learnSorted),
}));

/** Returns the direction of pages before or after a message, determined once per run. */
export async function directionOf(check: CaseContext, cursor: Cursor): Promise<Direction> {
  return (await learnt(check.context)[cursor](check)).direction;
}

/** Returns the three consecutive messages that showed the direction of pages before a message. */
export async function rowBefore(check: CaseContext): Promise<readonly SentMessage[]> {
  return (await learnt(check.context).before(check)).row;
}

/** Sends messages one after the other, ahead of all waiting requests, so that other checks do not send in between. */
export async function sendRow(
  check: CaseContext,
  key: string,
  channelId: string,
  count: number,
): Promise<SentMessage[]> {
  const sent: SentMessage[] = [];
  for (let index = 0; index < count; index += 1) {
    sent.push(await sendMessage(check, `${key} ${index}`, { channelId }, URGENT));
    await apart(check);
  }
  return sent;
}

/**
 * Messages in the quiet channel that other checks sent in a row and apart. A direction is determined from these if
 * possible.
 */
const rowOfOthers = oncePerRun((): SentMessage[] => []);

/** Records messages that were sent in a row and apart. */
export function addToRow(context: RunContext, ...sent: readonly SentMessage[]): void {
  rowOfOthers(context).push(...sent);
}

/**
 * Returns three messages to determine a direction from: the last ones that were sent in a row if there are as many,
 * otherwise new ones.
 */
async function threeInARow(
  check: CaseContext,
  key: string,
  channel: string,
  mayBeOthers: boolean,
): Promise<SentMessage[]> {
  const others = mayBeOthers ? rowOfOthers(check.context).slice(-3) : [];
  return others.length === 3 ? others : sendRow(check, key, channel, 3);
}

/** The number of tries, since others may write between the messages. */
const TRIES = 5;
/** A difference in milliseconds that exceeds the clock skew within one service. */
const CLEARLY_MS = 1000;

interface Learnt {
  readonly direction: Direction;
  readonly row: readonly SentMessage[];
}

async function learn(check: CaseContext, cursor: Cursor): Promise<Learnt> {
  const channel = quietChannel(check.context);
  let sent: SentMessage[] = [];
  const look = async (leastApart: number) => {
    const named = cursor === "before" ? sent[2] : sent[0];
    const page = await readPage(check, { channel, limit: WIDE, [cursor]: named?.id ?? "" });
    return shownBy(page, sent) ?? toldBy(page, leastApart) ?? (isLonely(page) ? "newest-first" : null);
  };
  for (let turn = 0; turn < TRIES; turn += 1) {
    sent = await threeInARow(check, `order ${cursor} ${turn}`, channel, turn === 0);
    // Read a second time, since a channel may list messages late. Messages of others would remain in between.
    const direction = (await look(CLEARLY_MS)) ?? (await look(CLEARLY_MS));
    if (direction) return { direction, row: sent };
  }
  // The list of a channel may lag, so the last row is polled until it shows.
  return requireEventually(check, "messages.send.readable", async () => {
    const direction = await look(1);
    if (direction) return { direction, row: sent };
    return fail({
      message: "the order of messages in a page cannot be determined",
      expected: "two of three messages that were sent one after the other",
      actual: "fewer of them",
      verifier: "direction",
      pointer: "/data/messages",
      keyword: "order",
    });
  });
}

/**
 * Returns the direction by the positions of sent messages, in the order in which they were sent; null if fewer than two
 * are on the page.
 */
function shownBy({ ids }: Page, sent: readonly SentMessage[]): Direction | null {
  const [first, second] = sent.map(({ id }) => ids.indexOf(id)).filter((place) => place >= 0);
  if (first === undefined || second === undefined) return null;
  return first > second ? "newest-first" : "oldest-first";
}

/**
 * Returns true for a page of one message with more to follow: it has no order, and its message is both ends of the
 * page.
 */
function isLonely({ ids, hasMore }: Page): boolean {
  return ids.length === 1 && hasMore === true;
}

/**
 * Returns the direction by the times of the messages; null if the first and the last are less than `leastApart`
 * milliseconds apart.
 */
function toldBy({ messages }: Page, leastApart: number): Direction | null {
  const [first, last] = [messages[0], messages.at(-1)].map((message) => creationOf(message ?? {}));
  if (first === undefined || last === undefined || Math.abs(first - last) < leastApart) return null;
  return first > last ? "newest-first" : "oldest-first";
}

/**
 * Returns the oldest or newest message of a page. More than one clock may stamp the times: if they contradict the
 * positions, the positions count, unless the pages of this target have no order.
 */
export async function endOf(
  check: CaseContext,
  { messages }: Page,
  end: "oldest" | "newest",
  cursor: Cursor,
): Promise<JsonObject | undefined> {
  const direction = await directionOf(check, cursor);
  const placed = direction === "oldest-first" ? [...messages] : [...messages].reverse();
  const timed = [...placed].sort((left, right) => creationOf(left) - creationOf(right));
  const [byPlace, byTime] = [placed, timed].map((some) => (end === "oldest" ? some[0] : some.at(-1)));
  if (byPlace === byTime) return byPlace;
  return (await learnt(check.context).sorted(check)) ? byPlace : byTime;
}

/** Long enough that a random order is unlikely to match the order of sending. */
const SORTED_ROW = 8;

/** Returns true if the pages of this target keep the order in which messages were sent, ascending or descending. */
async function learnSorted(check: CaseContext): Promise<boolean> {
  const channel = quietChannel(check.context);
  const row = await sendRow(check, "in a row", channel, SORTED_ROW);
  const { ids } = await readPage(check, { channel, limit: WIDE, after: row[0]?.id ?? "" });
  const places = row.map(({ id }) => ids.indexOf(id)).filter((place) => place >= 0);
  const rising = places.slice(1).filter((place, index) => place > (places[index] ?? 0)).length;
  const pairs = Math.max(0, places.length - 1);
  // Some neighbours may be swapped. In a random order about half of them are.
  return Math.min(rising, pairs - rising) <= pairs / 4;
}

/** Returns the creation time in milliseconds; 0 for messages without one, so that a sort keeps their order. */
export function creationOf({ createdAt }: JsonObject): number {
  return instantOf(createdAt) || 0;
}
