import { isObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CaseContext } from "../../engine/check.ts";
import { withBody } from "../../engine/making.ts";
import { needAccepted } from "../../verifiers/expect.ts";
import { listAt, stringAt, valueAt } from "../../verifiers/read.ts";

/** A point in a channel from which on messages are read: a message that this run put there. */
export interface Anchor {
  readonly channel: string;
  readonly message: string;
}

/** Messages with the answers that showed them. */
export interface Feed {
  readonly messages: readonly JsonObject[];
  readonly exchanges: readonly Exchange[];
}

/** Pages that are read at the most: a channel may be busy with others. */
const MOST_PAGES = 60;

/** Puts a message into a channel. */
export async function dropAnchor(check: CaseContext, channel: string): Promise<Anchor> {
  const { input } = await check.baseline("send-message");
  const content = `${check.world.mark} what follows is read`;
  const exchange = await check.call("send-message", withBody(input, { channelId: channel, content }));
  needAccepted(exchange, "messages.send.succeeds");
  return { channel, message: stringAt(exchange, "/data/id") };
}

/** Everything that came into the channel after the anchor, page by page, whichever way a page is ordered. */
export async function readSince(check: CaseContext, { channel, message }: Anchor): Promise<Feed> {
  const found = new Map<string, JsonObject>();
  const exchanges: Exchange[] = [];
  const cursors = [message];
  for (let pages = 0; pages < MOST_PAGES && cursors.length > 0; pages += 1) {
    const after = cursors.shift() ?? message;
    const exchange = await check.call("get-messages", { parameters: { channel, after } });
    needAccepted(exchange, "messages.get.succeeds");
    exchanges.push(exchange);
    const fresh = pageOf(exchange).filter(([id]) => id !== message && !found.has(id));
    for (const [id, one] of fresh) found.set(id, one);
    // Another page comes after the newest of this one; which end that is, equal times may leave open.
    if (fresh.length > 0 && valueAt(exchange, "/data/hasMore") !== false)
      cursors.splice(0, cursors.length, ...newestEnds(fresh));
  }
  return { messages: [...found.values()], exchanges };
}

type Entry = readonly [id: string, message: JsonObject];

function pageOf(exchange: Exchange): Entry[] {
  return listAt(exchange, "/data/messages")
    .filter(isObject)
    .flatMap((one) => (typeof one.id === "string" ? [[one.id, one] as const] : []));
}

/** The ids at both ends of a page, the newer first. */
function newestEnds(page: readonly Entry[]): string[] {
  const ends = [page.at(-1), page[0]].filter((entry) => entry !== undefined);
  const ordered = ends.sort(([, left], [, right]) => timeOf(right) - timeOf(left));
  return [...new Set(ordered.map(([id]) => id))];
}

function timeOf({ createdAt }: JsonObject): number {
  return typeof createdAt === "string" ? Date.parse(createdAt) : 0;
}
