import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CallOptions, CaseContext, RunContext } from "../../engine/check/check.ts";
import { fail } from "../../verifiers/expect.ts";
import { requireEventually } from "../preconditions.ts";
import { isUnorderedWithinSecond, orderingIntervalOf, waitForNextOrder } from "./order-of-sending.ts";
import { type Cursor, creationOf, endOf } from "./page-order.ts";
import { isWalkedBackwards } from "./page-steps.ts";
import { type Page, type PageInput, PORTABLE_LIMIT, readingSize, readPage, URGENT } from "./pages.ts";
import { type SentMessage, sendMessage, sentAfter, sentAt, sentBefore } from "./requests.ts";

/** A message on a page. */
export interface MessageSighting {
  readonly exchange: Exchange;
  /** JSON pointer of the message in the response. */
  readonly pointer: string;
  readonly message: JsonObject;
}

/** A section of a channel, between a message that was sent before all of it and one that was sent after. */
export interface ChannelSection {
  readonly channel: string;
  readonly later: Pick<SentMessage, "id">;
  /** The search ends here. */
  readonly earlier?: Pick<SentMessage, "id"> | undefined;
}

/**
 * The bounds on messages, and on pages if they are small, that are read before a search is given up, since others write
 * too.
 */
const MAX_MESSAGES = 30 * PORTABLE_LIMIT;
const MAX_PAGES = 100;

/**
 * Returns the pages of a section up to one that satisfies `isLast`: backwards from its later end or, if the target only
 * allows that, forwards from before its earlier end.
 */
export async function pagesOf(
  check: CaseContext,
  section: ChannelSection,
  isLast: (page: Page) => boolean = () => false,
  options: CallOptions = {},
): Promise<Page[]> {
  const walk = (await isWalkedBackwards(check)) ? await walkBack(check, section, options) : walkForward(check, section);
  return pagesOfWalk(check, walk, section, isLast, options);
}

async function pagesOfWalk(
  check: CaseContext,
  walk: Walk,
  section: ChannelSection,
  isLast: (page: Page) => boolean,
  options: CallOptions,
): Promise<Page[]> {
  const limit = await readingSize(check);
  const pages: Page[] = [];
  let cursor: PageCursor | null = walk.first;
  while (cursor !== null && !isWalkCutOff(pages)) {
    const page = await readPage(check, { channel: section.channel, limit, ...cursor }, { ...options, ...URGENT });
    pages.push(page);
    cursor = isLast(page) || page.ids.length === 0 ? null : await walk.next(page, cursor, pages);
  }
  return pages;
}

/** The cursor of a page. */
type PageCursor = Pick<PageInput, Cursor>;

/**
 * A walk through a section: its first cursor, and a function that returns the next one. `page` is the last of `pages`
 * and was requested with `cursor`.
 */
interface Walk {
  readonly first: PageCursor;
  next(page: Page, at: PageCursor, pages: readonly Page[]): Promise<PageCursor | null>;
}

async function walkBack(check: CaseContext, section: ChannelSection, options: CallOptions): Promise<Walk> {
  const { channel, later } = section;
  const isUnordered = await isUnorderedWithinSecond(check);
  return walkBackFrom(check, isUnordered ? await messageAfter(check, channel, later.id, options) : later.id, section);
}

/** Walks back from a message that is sure to come after the one searched for. */
async function walkBackFrom(check: CaseContext, before: string, { earlier }: ChannelSection): Promise<Walk> {
  const isUnordered = await isUnorderedWithinSecond(check);
  return {
    first: { before },
    async next(page, cursor, pages) {
      if (earlier && (isReadThrough(pages, earlier.id, isUnordered) || isWellBefore(check.context, page, earlier.id)))
        return null;
      const next = (await endOf(check, page, "oldest", "before"))?.id;
      return typeof next !== "string" || next === cursor.before ? null : { before: next };
    },
  };
}

/**
 * Walks forward from the message before the earlier end or, if none is known, from the page before the later one, which
 * is the oldest.
 */
function walkForward(check: CaseContext, { later, earlier }: ChannelSection): Walk {
  const start = earlier && (sentBefore(check.context, earlier.id) ?? earlier.id);
  return {
    first: start === undefined ? { before: later.id } : { after: start },
    async next(page, cursor) {
      if (page.ids.includes(later.id)) return null;
      const next = (await endOf(check, page, "newest", cursor.after === undefined ? "before" : "after"))?.id;
      return typeof next !== "string" || next === cursor.after ? null : { after: next };
    },
  };
}

/** Returns true for the pages of a walk that was given up before its end, since others have written too much. */
export function isWalkCutOff(pages: readonly Page[]): boolean {
  return pages.length >= MAX_PAGES || pages.reduce((read, { ids }) => read + ids.length, 0) >= MAX_MESSAGES;
}

/**
 * Throws `Inconclusive` if the walk was given up before the end of the section, so a message missing on its pages may be
 * beyond them.
 */
export function requireWalkCompleted(pages: readonly Page[]): void {
  if (isWalkCutOff(pages)) throw new Inconclusive("the channel is too busy to be read to its end");
}

/**
 * Returns a message after all of a section, for targets that do not order messages of one second: one that was sent later, or a
 * new one.
 */
async function messageAfter(check: CaseContext, channelId: string, id: string, options: CallOptions): Promise<string> {
  const sent = sentAfter(check.context, id, await orderingIntervalOf(check));
  if (sent !== undefined) return sent;
  await waitForNextOrder(check);
  // The content is unique, since a target may reject repeated messages of one agent.
  const closing = closingMessages(check.context);
  closing.count += 1;
  return (await sendMessage(check, `closes ${closing.count} what ${id} ends`, { channelId }, { ...options, ...URGENT }))
    .id;
}

const closingMessages = oncePerRun(() => ({ count: 0 }));

/** More milliseconds than the times of one instant differ, due to several clocks and truncation. */
const MAX_TIME_DIFFERENCE_MS = 2000;

/** Returns true if the pages include the message and, if messages of one second may be in any order, all of that second. */
export function isReadThrough(pages: readonly Page[], id: string, isUnordered: boolean): boolean {
  const messages = pages.flatMap(({ messages }) => messages);
  const end = messages.find((message) => message.id === id);
  if (end === undefined || !isUnordered) return end !== undefined;
  // A message of that second may have a time of the second before, by another clock, so both must be read completely.
  return messages.some((message) => creationOf(message) < creationOf(end) - MAX_TIME_DIFFERENCE_MS);
}

/** Returns true if the page is well before the message: then the message is not listed yet, and later pages do not have it either. */
export function isWellBefore(context: RunContext, { messages }: Pick<Page, "messages">, id: string): boolean {
  const sent = sentAt(context, id) ?? Number.NaN;
  return messages.some((message) => creationOf(message) > 0 && creationOf(message) < sent - MAX_TIME_DIFFERENCE_MS);
}

/** Returns a message in its section of a channel. Fails if it is not there, for use in `eventually`. */
export async function expectRead(
  check: CaseContext,
  id: string,
  section: ChannelSection,
  options: CallOptions = {},
): Promise<MessageSighting> {
  return (await findInSection(check, id, section, options)) ?? failAsMissing(id, NOT_READ);
}

/**
 * Searches for a message in its section, or from the nearest message that is known to have been sent before; null if it
 * is not there.
 */
async function findInSection(
  check: CaseContext,
  id: string,
  section: ChannelSection,
  options: CallOptions = {},
): Promise<MessageSighting | null> {
  const before = sentBefore(check.context, id);
  const bounded = { ...section, earlier: section.earlier ?? (before === undefined ? undefined : { id: before }) };
  const hasMessage = ({ ids }: Page) => ids.includes(id);
  const nearby = await pagesNear(check, id, bounded, hasMessage, options);
  if (nearby.some(hasMessage)) return sightingOn(nearby.find(hasMessage), id);
  const pages = await pagesOf(check, bounded, hasMessage, options);
  const sighting = sightingOn(pages.at(-1), id);
  if (sighting === null) requireWalkCompleted(pages);
  return sighting;
}

/** Searches near the message first: if another message of the run follows it closely, few pages are in between. */
async function pagesNear(
  check: CaseContext,
  id: string,
  section: ChannelSection,
  hasMessage: (page: Page) => boolean,
  options: CallOptions,
): Promise<Page[]> {
  const next = sentAfter(check.context, id, await orderingIntervalOf(check));
  if (next === undefined || next === section.later.id || !(await isWalkedBackwards(check))) return [];
  return pagesOfWalk(check, await walkBackFrom(check, next, section), section, hasMessage, options);
}

/** Returns the message on the page; null if it is not there, or there is no page. */
export function sightingOn(page: Page | undefined, id: string): MessageSighting | null {
  const place = page?.ids.indexOf(id) ?? -1;
  if (!page || place < 0) return null;
  return { exchange: page.exchange, pointer: `/data/messages/${place}`, message: page.messages[place] ?? {} };
}

const NOT_READ = "a message that was sent must be read among the messages of its channel";

function failAsMissing(id: string, why: string): never {
  return fail({
    message: why,
    expected: `the message ${id} among those of its channel`,
    actual: "not in the list",
    verifier: "sight",
    pointer: "/data/messages",
    keyword: "missing",
  });
}

/** Messages that are known to have been sent before and after a message. */
export interface Neighbours {
  readonly earlier?: Pick<SentMessage, "id"> | undefined;
  readonly later?: Pick<SentMessage, "id"> | undefined;
}

/**
 * Searches for a message for which no later one may be known. Without one it is sure to be found only if the channel is
 * not busy. Null if no page shows it.
 */
export async function findMessage(
  check: CaseContext,
  channel: string,
  id: string,
  { earlier, later }: Neighbours = {},
  options: CallOptions = {},
): Promise<MessageSighting | null> {
  const hasMessage = ({ ids }: Page) => ids.includes(id);
  const pages = later ? await pagesNear(check, id, { channel, earlier, later }, hasMessage, options) : [];
  if (later && !pages.some(hasMessage))
    pages.push(...(await pagesOf(check, { channel, earlier, later }, hasMessage, options)));
  const inputs = [
    { channel, limit: PORTABLE_LIMIT },
    ...(earlier ? [{ channel, limit: PORTABLE_LIMIT, after: earlier.id }] : []),
  ];
  for (const input of inputs) if (!pages.some(hasMessage)) pages.push(await readPage(check, input, options));
  return sightingOn(pages.find(hasMessage), id);
}

/** Waits until a message is read in its channel. Throws `Inconclusive` if it never is. */
export function requireMessageRead(
  check: CaseContext,
  id: string,
  section: ChannelSection,
  options: CallOptions = {},
): Promise<MessageSighting> {
  return requireEventually(check, "messages.send.readable", () => expectRead(check, id, section, options));
}
