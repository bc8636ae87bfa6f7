import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CallOptions, CaseContext, RunContext } from "../../engine/check/check.ts";
import { fail } from "../../verifiers/expect.ts";
import { requireEventually } from "../preconditions.ts";
import { apart, isMixedWithinASecond, marginOf } from "./apart.ts";
import { type Cursor, creationOf, endOf } from "./chronology.ts";
import { type Page, type PageInput, readingSize, readPage, URGENT, WIDE } from "./pages.ts";
import { type SentMessage, sendMessage, sentAfter, sentAt, sentBefore } from "./requests.ts";
import { goesBack } from "./steps.ts";

/** A message on a page. */
export interface MessageSighting {
  readonly exchange: Exchange;
  /** JSON pointer of the message in the response. */
  readonly pointer: string;
  readonly message: JsonObject;
}

/** A section of a channel, between a message that was sent before all of it and one that was sent after. */
export interface Stretch {
  readonly channel: string;
  readonly later: Pick<SentMessage, "id">;
  /** The search ends here. */
  readonly earlier?: Pick<SentMessage, "id"> | undefined;
}

/**
 * The bounds on messages, and on pages if they are small, that are read before a search is given up, since others write
 * too.
 */
const MOST_MESSAGES = 30 * WIDE;
const MOST_PAGES = 100;

/**
 * Returns the pages of a stretch up to one that satisfies `enough`: backwards from its later end or, if the target only
 * allows that, forwards from before its earlier end.
 */
export async function pagesOf(
  check: CaseContext,
  stretch: Stretch,
  enough: (page: Page) => boolean = () => false,
  options: CallOptions = {},
): Promise<Page[]> {
  const way = (await goesBack(check)) ? await wayBack(check, stretch, options) : wayForward(check, stretch);
  return pagesOn(check, way, stretch, enough, options);
}

async function pagesOn(
  check: CaseContext,
  way: Way,
  stretch: Stretch,
  enough: (page: Page) => boolean,
  options: CallOptions,
): Promise<Page[]> {
  const limit = await readingSize(check);
  const pages: Page[] = [];
  let at: Place | null = way.from;
  while (at !== null && !isGivenUp(pages)) {
    const page = await readPage(check, { channel: stretch.channel, limit, ...at }, { ...options, ...URGENT });
    pages.push(page);
    at = enough(page) || page.ids.length === 0 ? null : await way.next(page, at, pages);
  }
  return pages;
}

/** The cursor of a page. */
type Place = Pick<PageInput, Cursor>;

/**
 * A way to walk through a stretch: its first cursor, and a function that returns the cursor after some pages, of which
 * `page` is the last and was requested with `at`.
 */
interface Way {
  readonly from: Place;
  next(page: Page, at: Place, pages: readonly Page[]): Promise<Place | null>;
}

async function wayBack(check: CaseContext, stretch: Stretch, options: CallOptions): Promise<Way> {
  const { channel, later } = stretch;
  const mixed = await isMixedWithinASecond(check);
  return wayBackFrom(check, mixed ? await closingOf(check, channel, later.id, options) : later.id, stretch);
}

/** Walks back from a message that is sure to come after the one searched for. */
async function wayBackFrom(check: CaseContext, before: string, { earlier }: Stretch): Promise<Way> {
  const mixed = await isMixedWithinASecond(check);
  return {
    from: { before },
    async next(page, at, pages) {
      if (earlier && (reaches(pages, earlier.id, mixed) || isPast(check.context, page, earlier.id))) return null;
      const next = (await endOf(check, page, "oldest", "before"))?.id;
      return typeof next !== "string" || next === at.before ? null : { before: next };
    },
  };
}

/**
 * Walks forward from the message before the earlier end or, if none is known, from the page before the later one, which
 * is the oldest.
 */
function wayForward(check: CaseContext, { later, earlier }: Stretch): Way {
  const start = earlier && (sentBefore(check.context, earlier.id) ?? earlier.id);
  return {
    from: start === undefined ? { before: later.id } : { after: start },
    async next(page, at) {
      if (page.ids.includes(later.id)) return null;
      const next = (await endOf(check, page, "newest", at.after === undefined ? "before" : "after"))?.id;
      return typeof next !== "string" || next === at.after ? null : { after: next };
    },
  };
}

/** Returns true for the pages of a walk that was given up before its end, since others have written too much. */
export function isGivenUp(pages: readonly Page[]): boolean {
  return pages.length >= MOST_PAGES || pages.reduce((read, { ids }) => read + ids.length, 0) >= MOST_MESSAGES;
}

/**
 * Throws `Inconclusive` if the walk was given up before the end of the stretch, so an item missing on its pages may be
 * further on.
 */
export function requireRead(pages: readonly Page[]): void {
  if (isGivenUp(pages)) throw new Inconclusive("the channel is too busy to be read to its end");
}

/**
 * Returns a message after all of a stretch, for targets that mix messages of one second: one that was sent later, or a
 * new one.
 */
async function closingOf(check: CaseContext, channelId: string, of: string, options: CallOptions): Promise<string> {
  const sent = sentAfter(check.context, of, await marginOf(check));
  if (sent !== undefined) return sent;
  await apart(check);
  // The content is unique, since a target may reject repeated messages of one agent.
  const closing = closings(check.context);
  closing.count += 1;
  return (await sendMessage(check, `closes ${closing.count} what ${of} ends`, { channelId }, { ...options, ...URGENT }))
    .id;
}

const closings = oncePerRun(() => ({ count: 0 }));

/** More milliseconds than the times of one instant differ, due to several clocks and truncation. */
const PAST_MS = 2000;

/** Returns true if the pages include the message and, if messages of one second may be mixed, all of that second. */
export function reaches(pages: readonly Page[], id: string, mixed: boolean): boolean {
  const met = pages.flatMap(({ messages }) => messages);
  const end = met.find((message) => message.id === id);
  if (end === undefined || !mixed) return end !== undefined;
  // A message of that second may have a time of the second before, by another clock, so both must be read completely.
  return met.some((message) => creationOf(message) < creationOf(end) - PAST_MS);
}

/** Returns true if the page is well before the message: then that is not listed yet, and is not further on either. */
export function isPast(context: RunContext, { messages }: Pick<Page, "messages">, id: string): boolean {
  const sent = sentAt(context, id) ?? Number.NaN;
  return messages.some((message) => creationOf(message) > 0 && creationOf(message) < sent - PAST_MS);
}

/** Returns a message in its stretch of a channel. Fails if it is not there, for use in `eventually`. */
export async function sightIn(
  check: CaseContext,
  id: string,
  stretch: Stretch,
  options: CallOptions = {},
): Promise<MessageSighting> {
  return (await seek(check, id, stretch, options)) ?? missing(id, UNREAD);
}

/**
 * Searches for a message in its stretch, or from the nearest message that is known to have been sent before; null if it
 * is not there.
 */
async function seek(
  check: CaseContext,
  id: string,
  stretch: Stretch,
  options: CallOptions = {},
): Promise<MessageSighting | null> {
  const before = sentBefore(check.context, id);
  const whole = { ...stretch, earlier: stretch.earlier ?? (before === undefined ? undefined : { id: before }) };
  const shows = ({ ids }: Page) => ids.includes(id);
  const nearby = await pagesNearby(check, id, whole, shows, options);
  if (nearby.some(shows)) return sightingOn(nearby.find(shows), id);
  const pages = await pagesOf(check, whole, shows, options);
  const sighting = sightingOn(pages.at(-1), id);
  if (sighting === null) requireRead(pages);
  return sighting;
}

/** Searches near the message first: if another message of the run follows it closely, few pages are in between. */
async function pagesNearby(
  check: CaseContext,
  id: string,
  stretch: Stretch,
  shows: (page: Page) => boolean,
  options: CallOptions,
): Promise<Page[]> {
  const next = sentAfter(check.context, id, await marginOf(check));
  if (next === undefined || next === stretch.later.id || !(await goesBack(check))) return [];
  return pagesOn(check, await wayBackFrom(check, next, stretch), stretch, shows, options);
}

/** Returns the message on the page; null if it is not there, or there is no page. */
export function sightingOn(page: Page | undefined, id: string): MessageSighting | null {
  const place = page?.ids.indexOf(id) ?? -1;
  if (!page || place < 0) return null;
  return { exchange: page.exchange, pointer: `/data/messages/${place}`, message: page.messages[place] ?? {} };
}

const UNREAD = "a message that was sent must be read among the messages of its channel";

function missing(id: string, why: string): never {
  return fail({
    message: why,
    expected: `the message ${id} among those of its channel`,
    actual: "not there",
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
export async function look(
  check: CaseContext,
  channel: string,
  id: string,
  { earlier, later }: Neighbours = {},
  options: CallOptions = {},
): Promise<MessageSighting | null> {
  const shows = ({ ids }: Page) => ids.includes(id);
  const pages = later ? await pagesNearby(check, id, { channel, earlier, later }, shows, options) : [];
  if (later && !pages.some(shows)) pages.push(...(await pagesOf(check, { channel, earlier, later }, shows, options)));
  const others = [{ channel, limit: WIDE }, ...(earlier ? [{ channel, limit: WIDE, after: earlier.id }] : [])];
  for (const input of others) if (!pages.some(shows)) pages.push(await readPage(check, input, options));
  return sightingOn(pages.find(shows), id);
}

/** Waits until a message is read in its channel. Throws `Inconclusive` if it never is. */
export function requireSightIn(
  check: CaseContext,
  id: string,
  stretch: Stretch,
  options: CallOptions = {},
): Promise<MessageSighting> {
  return requireEventually(check, "messages.send.readable", () => sightIn(check, id, stretch, options));
}
