import type { JsonObject } from "../../../spec/json.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CaseContext, RunContext } from "../../engine/check/check.ts";
import { instantOf } from "../../models/instant.ts";
import { fail } from "../../verifiers/expect.ts";
import { requireEventually } from "../preconditions.ts";
import { quietChannel } from "./channels.ts";
import { waitForNextOrder } from "./order-of-sending.ts";
import { type Page, PORTABLE_LIMIT, readPage, URGENT } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

/** The order in which the pages of a target list messages, which the contract leaves open. */
export type Direction = "newest-first" | "oldest-first";

/** The side of a message that a page is requested for. */
export type Cursor = "before" | "after";

/** Facts about the target of a run, each determined when first needed. */
const cachedFacts = oncePerRun(() => ({
  before: once((check: CaseContext) => determineDirection(check, "before")),
  after: once((check: CaseContext) => determineDirection(check, "after")),
  sorted: once(determineSorted),
}));

/** Returns the direction of pages before or after a message, determined once per run. */
export async function directionOf(check: CaseContext, cursor: Cursor): Promise<Direction> {
  return (await cachedFacts(check.context)[cursor](check)).direction;
}

/** Returns the three consecutive messages that showed the direction of pages before a message. */
export async function rowBefore(check: CaseContext): Promise<readonly SentMessage[]> {
  return (await cachedFacts(check.context).before(check)).row;
}

/** Sends messages one after the other, ahead of all waiting requests, so that other checks do not send in between. */
export async function sendConsecutively(
  check: CaseContext,
  key: string,
  channelId: string,
  count: number,
): Promise<SentMessage[]> {
  const sent: SentMessage[] = [];
  for (let index = 0; index < count; index += 1) {
    sent.push(await sendMessage(check, `${key} ${index}`, { channelId }, URGENT));
    await waitForNextOrder(check);
  }
  return sent;
}

/**
 * Consecutive messages in the quiet channel that other checks sent with waits in between. A direction is determined from these if
 * possible.
 */
const recordedRow = oncePerRun((): SentMessage[] => []);

/** Records consecutive messages that were sent with waits in between. */
export function recordRow(context: RunContext, ...sent: readonly SentMessage[]): void {
  recordedRow(context).push(...sent);
}

/**
 * Returns three messages to determine a direction from: the last ones that were sent in a row if there are as many,
 * otherwise new ones.
 */
async function threeConsecutiveMessages(
  check: CaseContext,
  key: string,
  channel: string,
  mayReuse: boolean,
): Promise<SentMessage[]> {
  const recorded = mayReuse ? recordedRow(check.context).slice(-3) : [];
  return recorded.length === 3 ? recorded : sendConsecutively(check, key, channel, 3);
}

/** The number of tries, since others may write between the messages. */
const MAX_ATTEMPTS = 5;
/** A difference in milliseconds that exceeds the clock skew within one service. */
const CLEAR_DIFFERENCE_MS = 1000;

interface KnownDirection {
  readonly direction: Direction;
  readonly row: readonly SentMessage[];
}

async function determineDirection(check: CaseContext, cursor: Cursor): Promise<KnownDirection> {
  const channel = quietChannel(check.context);
  let sent: SentMessage[] = [];
  const readDirection = async (minDifferenceMs: number) => {
    const cursorMessage = cursor === "before" ? sent[2] : sent[0];
    const page = await readPage(check, { channel, limit: PORTABLE_LIMIT, [cursor]: cursorMessage?.id ?? "" });
    return (
      directionByPosition(page, sent) ??
      directionByTime(page, minDifferenceMs) ??
      (isPageOfOne(page) ? "newest-first" : null)
    );
  };
  for (let turn = 0; turn < MAX_ATTEMPTS; turn += 1) {
    sent = await threeConsecutiveMessages(check, `order ${cursor} ${turn}`, channel, turn === 0);
    // Read a second time, since a channel may list messages late. Messages of others would remain in between.
    const direction = (await readDirection(CLEAR_DIFFERENCE_MS)) ?? (await readDirection(CLEAR_DIFFERENCE_MS));
    if (direction) return { direction, row: sent };
  }
  // The list of a channel may lag, so the last row is polled until it shows.
  return requireEventually(check, "messages.send.readable", async () => {
    const direction = await readDirection(1);
    if (direction) return { direction, row: sent };
    return fail({
      message: "the order of messages in a page cannot be determined",
      expected: "two of three messages that were sent one after the other",
      actual: "fewer than two of them on the page",
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
function directionByPosition({ ids }: Page, sent: readonly SentMessage[]): Direction | null {
  const [first, second] = sent.map(({ id }) => ids.indexOf(id)).filter((place) => place >= 0);
  if (first === undefined || second === undefined) return null;
  return first > second ? "newest-first" : "oldest-first";
}

/**
 * Returns true for a page of one message with more to follow: it has no order, and its message is both ends of the
 * page.
 */
function isPageOfOne({ ids, hasMore }: Page): boolean {
  return ids.length === 1 && hasMore === true;
}

/**
 * Returns the direction by the times of the messages; null if the first and the last are less than `minDifferenceMs`
 * milliseconds apart.
 */
function directionByTime({ messages }: Page, minDifferenceMs: number): Direction | null {
  const [first, last] = [messages[0], messages.at(-1)].map((message) => creationOf(message ?? {}));
  if (first === undefined || last === undefined || Math.abs(first - last) < minDifferenceMs) return null;
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
  const byPosition = direction === "oldest-first" ? [...messages] : [...messages].reverse();
  const byCreation = [...byPosition].sort((left, right) => creationOf(left) - creationOf(right));
  const [endByPosition, endByTime] = [byPosition, byCreation].map((ordered) =>
    end === "oldest" ? ordered[0] : ordered.at(-1),
  );
  if (endByPosition === endByTime) return endByPosition;
  return (await cachedFacts(check.context).sorted(check)) ? endByPosition : endByTime;
}

/** Long enough that a random order is unlikely to match the order of sending. */
const SORTED_ROW_LENGTH = 8;

/** Returns true if the pages of this target keep the order in which messages were sent, ascending or descending. */
async function determineSorted(check: CaseContext): Promise<boolean> {
  const channel = quietChannel(check.context);
  const row = await sendConsecutively(check, "in a row", channel, SORTED_ROW_LENGTH);
  const { ids } = await readPage(check, { channel, limit: PORTABLE_LIMIT, after: row[0]?.id ?? "" });
  const places = row.map(({ id }) => ids.indexOf(id)).filter((place) => place >= 0);
  const ascendingPairs = places.slice(1).filter((place, index) => place > (places[index] ?? 0)).length;
  const pairs = Math.max(0, places.length - 1);
  // Some neighbours may be swapped. In a random order about half of them are.
  return Math.min(ascendingPairs, pairs - ascendingPairs) <= pairs / 4;
}

/** Returns the creation time in milliseconds; 0 for messages without one, so that a sort keeps their order. */
export function creationOf({ createdAt }: JsonObject): number {
  return instantOf(createdAt) || 0;
}
