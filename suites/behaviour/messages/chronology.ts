import type { JsonObject } from "../../../spec/json.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CaseContext, RunContext } from "../../engine/check/check.ts";
import { instantOf } from "../../models/instant.ts";
import { fail } from "../../verifiers/expect.ts";
import { requireSoon } from "../preconditions.ts";
import { apart } from "./apart.ts";
import { quietChannel } from "./channels.ts";
import { type Page, readPage, URGENT, WIDE } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

/** In which direction the pages of a target list their messages: that is open. */
export type Direction = "newest-first" | "oldest-first";

/** Which side of a message a page is asked for. */
export type Cursor = "before" | "after";

/** What is learnt about the target of a run: each when someone first asks. */
const learnt = onceARun(() => ({
  before: once((check: CaseContext) => learn(check, "before")),
  after: once((check: CaseContext) => learn(check, "after")),
  sorted: once(learnSorted),
}));

/** The direction of pages before, or after, a message: found out once a run. */
export async function directionOf(check: CaseContext, cursor: Cursor): Promise<Direction> {
  return (await learnt(check.context)[cursor](check)).direction;
}

/** The three messages, sent one after the other, by which the direction of pages before a message was found. */
export async function rowBefore(check: CaseContext): Promise<readonly SentMessage[]> {
  return (await learnt(check.context).before(check)).row;
}

/** Sends messages one after the other, before all else that waits: others of the run do not come in between. */
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

/** Messages of the quiet channel that were sent one after the other and apart: a direction is learnt from those that there are. */
const rowOfOthers = onceARun((): SentMessage[] => []);

/** Tells of messages that were sent so. */
export function addToRow(context: RunContext, ...sent: readonly SentMessage[]): void {
  rowOfOthers(context).push(...sent);
}

/** Three messages by which a direction may show: those that were sent last, where there are as many. */
async function threeInARow(
  check: CaseContext,
  key: string,
  channel: string,
  mayBeOthers: boolean,
): Promise<SentMessage[]> {
  const others = mayBeOthers ? rowOfOthers(check.context).slice(-3) : [];
  return others.length === 3 ? others : sendRow(check, key, channel, 3);
}

/** Others may write between the messages that are to show it. */
const TRIES = 5;
/** Times that are farther apart than the clocks of one service. */
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
    // Where a channel lists late what was sent, a second look shows it; messages of others stay between.
    const direction = (await look(CLEARLY_MS)) ?? (await look(CLEARLY_MS));
    if (direction) return { direction, row: sent };
  }
  // What a channel lists may lag behind: then the last row is read until it shows.
  return requireSoon(check, "messages.send.readable", async () => {
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

/** As two messages show it of which one is known to be the earlier. */
function shownBy({ ids }: Page, sent: readonly SentMessage[]): Direction | null {
  const [first, second] = sent.map(({ id }) => ids.indexOf(id)).filter((place) => place >= 0);
  if (first === undefined || second === undefined) return null;
  return first > second ? "newest-first" : "oldest-first";
}

/** One message where more would follow: in pages of one there is no order, and each is the end of its page. */
function isLonely({ ids, hasMore }: Page): boolean {
  return ids.length === 1 && hasMore === true;
}

/** As the times of the messages tell it, where the first and the last are so many milliseconds apart. */
function toldBy({ messages }: Page, leastApart: number): Direction | null {
  const [first, last] = [messages[0], messages.at(-1)].map((message) => creationOf(message ?? {}));
  if (first === undefined || last === undefined || Math.abs(first - last) < leastApart) return null;
  return first > last ? "newest-first" : "oldest-first";
}

/**
 * The message at one end of a page in time. Times are stamped by more than one clock: where they contradict the places of
 * a page, the places count, unless the pages of this target are in no order at all.
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

/** Enough that an order by chance is none that they were sent in. */
const SORTED_ROW = 8;

/** Do the pages of this target keep the order in which messages were sent, one way or the other? */
async function learnSorted(check: CaseContext): Promise<boolean> {
  const channel = quietChannel(check.context);
  const row = await sendRow(check, "in a row", channel, SORTED_ROW);
  const { ids } = await readPage(check, { channel, limit: WIDE, after: row[0]?.id ?? "" });
  const places = row.map(({ id }) => ids.indexOf(id)).filter((place) => place >= 0);
  const rising = places.slice(1).filter((place, index) => place > (places[index] ?? 0)).length;
  const pairs = Math.max(0, places.length - 1);
  // Some neighbours may have changed places; half of them have in an order that is none.
  return Math.min(rising, pairs - rising) <= pairs / 4;
}

/** Creation in milliseconds; equal for messages that do not tell it, so that their order stays. */
export function creationOf({ createdAt }: JsonObject): number {
  return instantOf(createdAt) || 0;
}
