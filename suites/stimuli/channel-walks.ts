import { defineStimulus } from "../behaviour/define-check.ts";
import { PORTABLE_LIMIT, readingSize } from "../behaviour/messages/pages.ts";
import { sendMessage } from "../behaviour/messages/requests.ts";
import { statusOf } from "../client/exchange.ts";
import type { CaseContext, Check, CheckContext } from "../engine/check/check.ts";
import { ownChannels } from "../target/own-channels.ts";
import { messageIdsByTime } from "./message-ids.ts";

/** Who reads which channel. */
interface Reader {
  readonly channel: string;
  readonly apiKey?: string;
}

/** A walk from the newest page back, and forward again from where it has got to. */
interface Walk extends Reader {
  /** The page size; the target's default if null. */
  readonly size: number | null;
  /** True if messages are sent between pages. */
  readonly hasWrites: boolean;
}

/** Page sizes, the most different ones first: small ones, the default, and common maximum sizes. */
const SIZES = [2, null, 7, 1, 50, 3, 100, 5, 10, 20, 25, 1_000];
const SIZE_WITH_WRITES = 7;
/** The number of pages of a walk in each direction. */
const PAGES_PER_DIRECTION = 3;

/** Walks through the channels from either end, for the rules over all traffic. */
export function channelWalks(): Check {
  return defineStimulus(
    {
      requirement: "messages.get.walk-back",
      name: "walks through channels in pages of several sizes; judged by the rules",
      operations: ["get-messages", "send-message"],
      fixtures: ["memberChannel"],
      runsLate: true,
    },
    async (check) => {
      const readers = readersOf(check);
      const walks = SIZES.map((size, index): Walk => {
        const reader = readers[index % readers.length] ?? { channel: "" };
        return { ...reader, size, hasWrites: size === SIZE_WITH_WRITES };
      });
      await check.forEach(walks, walkBothWays, { first: 2 });
    },
  );
}

/** Reads the pages at the beginning and at the end of a channel, of as many messages as remain there and of others. */
export function channelEnds(): Check {
  return defineStimulus(
    {
      requirement: "messages.get.walk-back",
      name: "pages at both ends of a channel; judged by the rules",
      operations: ["get-messages"],
      fixtures: ["memberChannel"],
      runsLate: true,
    },
    async (check) => {
      const pages = await Promise.all(readersOf(check).map((reader) => pagesAtEnds(check, reader)));
      await check.forEach(pages.flat(), (page, testCase) => requestIds(testCase, page).then(() => {}), { first: 4 });
    },
  );
}

function readersOf({ context }: CheckContext): readonly Reader[] {
  const { channel, apiKey } = context.target.fixtures.otherAgent ?? {};
  const own = ownChannels(context).map((one) => ({ channel: one }));
  return channel === undefined || apiKey === undefined ? own : [...own, { channel, apiKey }];
}

async function walkBothWays({ size, hasWrites, ...reader }: Walk, check: CaseContext): Promise<void> {
  const limit = size === null ? {} : { limit: size };
  let page = await requestIds(check, { ...reader, ...limit });
  const newest = page.at(-1);
  for (let step = 0; step < PAGES_PER_DIRECTION && page[0] !== undefined; step += 1) {
    if (hasWrites)
      await sendMessage(check, `sent during a walk ${step}`, { channelId: reader.channel }, keyOptions(reader));
    page = await requestIds(check, { ...reader, ...limit, before: page[0] });
  }
  for (let step = 0; step < PAGES_PER_DIRECTION && page.length > 0; step += 1) {
    page = await requestIds(check, { ...reader, ...limit, after: page.at(-1) ?? "" });
  }
  if (newest !== undefined) await requestIds(check, { ...reader, ...limit, after: newest });
}

/** The number of pages that are read to get to the beginning of a channel. */
const MAX_PAGES = 8;
/** How many messages lie beyond a page at an end of a channel: each number may be an edge case of its own. */
const REMAINING_COUNTS = [0, 1, 3, 2, 5, 11, 4, 19, 6, 7, 8, 9, 10];

interface PageRequest extends Reader {
  readonly limit?: number;
  readonly before?: string;
  readonly after?: string;
}

/** Returns the pages next to each of the first and the last messages of a channel, with and without room for more. */
async function pagesAtEnds(check: CheckContext, reader: Reader): Promise<readonly PageRequest[]> {
  const limit = await readingSize(check);
  let page = await requestIds(check, { ...reader, limit });
  const newest = page;
  let readIds = page;
  for (let pages = 1; pages < MAX_PAGES && page[0] !== undefined; pages += 1) {
    page = await requestIds(check, { ...reader, limit, before: page[0] });
    readIds = [...page, ...readIds];
  }
  const hasBeginning = page.length === 0;
  return REMAINING_COUNTS.flatMap((count): PageRequest[] => {
    const before = hasBeginning ? readIds[count] : undefined;
    const after = newest.at(-1 - count);
    const sizes = [PORTABLE_LIMIT, ...(count > 0 ? [count, count + 1] : [1])];
    return sizes.flatMap((size) => [
      ...(before === undefined ? [] : [{ ...reader, limit: size, before }]),
      ...(after === undefined ? [] : [{ ...reader, limit: size, after }]),
    ]);
  });
}

/** Requests a page and returns the ids of its messages, the oldest first; none if it is rejected. */
async function requestIds(check: CaseContext, { apiKey, ...parameters }: PageRequest): Promise<readonly string[]> {
  const exchange = await check.call("get-messages", { parameters }, keyOptions({ apiKey }));
  return statusOf(exchange) === 200 ? messageIdsByTime(exchange) : [];
}

function keyOptions({ apiKey }: { readonly apiKey?: string | undefined }): { readonly apiKey?: string } {
  return apiKey === undefined ? {} : { apiKey };
}
