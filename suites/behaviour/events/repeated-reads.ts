import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { creationOf } from "../messages/page-order.ts";
import { type Anchor, type Feed, readSince } from "./channel-feed.ts";

/** Repeated reads of a channel while it grows. */
export interface RepeatedReads {
  /** Reads from a little before the end of the previous read, so that small pages are not all read again. */
  readNew(): Promise<Feed>;
  /**
   * Reads everything since the anchor: pages may lag by more than one read, so late messages may be among those read
   * before.
   */
  readAll(): Promise<Feed>;
}

/** Returns reads of a channel, beginning at the anchor. */
export function createRepeatedReads(check: CaseContext, anchor: Anchor): RepeatedReads {
  /** The newest message of each read: where the last began, and where the next two may begin. */
  let [from, next] = [anchor.message, anchor.message];
  let last: Feed | null = null;

  async function further(): Promise<Feed> {
    const start = from;
    const feed = await readSince(check, { ...anchor, message: start });
    last = start === anchor.message ? feed : null;
    from = next;
    next = newestOf(feed) ?? next;
    return feed;
  }

  return { readNew: further, readAll: async () => last ?? (await readSince(check, anchor)) };
}

/** Judges the messages of a channel for as long as its pages may lag, and all of them at the end. */
export async function watchChannel(check: CheckContext, anchor: Anchor, judge: (feed: Feed) => void): Promise<void> {
  const reads = createRepeatedReads(check, anchor);
  await check.throughout(async () => judge(await reads.readNew()));
  judge(await reads.readAll());
}

function newestOf({ messages }: Feed): string | undefined {
  const [newest] = messages.toSorted((one, other) => creationOf(other) - creationOf(one));
  return typeof newest?.id === "string" ? newest.id : undefined;
}
