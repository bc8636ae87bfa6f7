import { isObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { listAt, stringAt, valueAt } from "../../verifiers/read.ts";
import { waitForNextOrder } from "../messages/order-of-sending.ts";
import { creationOf } from "../messages/page-order.ts";
import { stepAfter } from "../messages/page-steps.ts";
import { readingSize, URGENT } from "../messages/pages.ts";
import { requestMessage } from "../messages/requests.ts";

/** A message that this run sent into a channel, after which messages are read. */
export interface Anchor {
  readonly channel: string;
  readonly message: string;
  /** The key that it was sent with and is read with; the caller's if absent. */
  readonly key?: Pick<CallOptions, "apiKey">;
}

/** Messages with the responses that showed them. */
export interface Feed {
  readonly messages: readonly JsonObject[];
  readonly exchanges: readonly Exchange[];
  /** False if the channel is too busy to be read to its end. */
  readonly isComplete: boolean;
}

/** The maximum number of pages in each direction: a channel may be busy, and its pages small. */
const MAX_PAGES = 120;

/** Returns the check with urgent requests, since the channel grows between an anchor and the read. */
export function withUrgentRequests<Context extends CaseContext>(check: Context): Context {
  return { ...check, call: (operation, input, options) => check.call(operation, input, { ...options, ...URGENT }) };
}

/** Sends a message into a channel before everything that is to be read. */
export async function sendAnchor(
  check: CaseContext,
  channel: string,
  key: Pick<CallOptions, "apiKey"> = {},
): Promise<Anchor> {
  // Unique each time, since a repeated message may be rejected.
  const members = { channelId: channel, content: "what follows here is read" };
  const exchange = await requestMessage(check, members, { ...URGENT, ...key, fresh: true });
  requireAccepted(exchange, "messages.send.succeeds");
  await waitForNextOrder(check);
  return { channel, message: stringAt(exchange, "/data/id"), key };
}

/**
 * Returns every message after the anchor, whatever the order of pages. If that needs more than one page, some earlier
 * messages may be included.
 */
export async function readSince(check: CaseContext, anchor: Anchor, maxPages: number = MAX_PAGES): Promise<Feed> {
  const feed: FeedParts = { messages: new Map(), exchanges: [] };
  const { newest, isAtEnd } = await readForward(check, anchor, feed, maxPages);
  // A page after a message may be the next one or the newest one. In the latter case only reading back is sure to show
  // the messages in between.
  const hasNoGap = feed.exchanges.length < 2 || (feed.exchanges.length > 2 && (await stepAfter(check)) === "next");
  const isReadBack = newest === null || hasNoGap || (await readBack(check, anchor, newest, feed, maxPages));
  feed.messages.delete(anchor.message);
  return { messages: [...feed.messages.values()], exchanges: feed.exchanges, isComplete: isAtEnd && isReadBack };
}

interface FeedParts {
  readonly messages: Map<string, JsonObject>;
  readonly exchanges: Exchange[];
}

/** Reads page after page. Returns the newest message seen, and whether nothing came after it. */
async function readForward(check: CaseContext, { channel, message, key }: Anchor, feed: FeedParts, maxPages: number) {
  const cursors = [message];
  let newest: string | null = null;
  for (let pages = 0; pages < maxPages && cursors.length > 0; pages += 1) {
    const { newMessages, hasMore } = await readPage(check, { channel, after: cursors.shift() ?? message }, feed, key);
    const endIds = endIdsNewestFirst(newMessages);
    newest = endIds[0] ?? newest;
    // The next page comes after the newest message of this one, which equal times may leave ambiguous.
    if (hasMore && newMessages.length > 0) cursors.splice(0, cursors.length, ...endIds);
  }
  return { newest, isAtEnd: cursors.length === 0 };
}

/** Reads pages back from a message to the anchor. Returns false if that is too far. */
async function readBack(
  check: CaseContext,
  { channel, message, key }: Anchor,
  newest: string,
  feed: FeedParts,
  maxPages: number,
): Promise<boolean> {
  let before: string | undefined = newest;
  for (let pages = 0; pages < maxPages && before !== undefined; pages += 1) {
    const { page, hasMore } = await readPage(check, { channel, before }, feed, key);
    const hasAnchor = page.some(([id]) => id === message);
    before = hasMore && !hasAnchor ? endIdsNewestFirst(page).at(-1) : undefined;
  }
  return before === undefined;
}

/** Reads one page and adds its messages to the feed; `newMessages` has those that were not in it. */
async function readPage(
  check: CaseContext,
  parameters: Record<string, string>,
  { messages, exchanges }: FeedParts,
  key: Anchor["key"],
) {
  const limit = await readingSize(check);
  const exchange = await withUrgentRequests(check).call("get-messages", { parameters: { ...parameters, limit } }, key);
  requireAccepted(exchange, "messages.get.succeeds");
  exchanges.push(exchange);
  const page = pageOf(exchange);
  const newMessages = page.filter(([id]) => !messages.has(id));
  for (const [id, one] of newMessages) messages.set(id, one);
  return { page, newMessages, hasMore: valueAt(exchange, "/data/hasMore") !== false };
}

type Entry = readonly [id: string, message: JsonObject];

function pageOf(exchange: Exchange): Entry[] {
  return listAt(exchange, "/data/messages")
    .filter(isObject)
    .flatMap((one) => (typeof one.id === "string" ? [[one.id, one] as const] : []));
}

/** Returns the ids at both ends of a page, the newer first. */
function endIdsNewestFirst(page: readonly Entry[]): string[] {
  const ends = [page.at(-1), page[0]].filter((entry) => entry !== undefined);
  const ordered = ends.sort(([, left], [, right]) => creationOf(right) - creationOf(left));
  return [...new Set(ordered.map(([id]) => id))];
}
