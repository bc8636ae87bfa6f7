import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { creationOf } from "../messages/chronology.ts";
import { type Anchor, type Feed, readSince } from "./channel-feed.ts";

/** The readings of a channel that is read again and again while it grows. */
export interface ReadingOn {
  /** What a reading from a little before the end of the one before shows: of small pages few are read again each time. */
  further(): Promise<Feed>;
  /** Everything since the anchor: pages may lag behind by more than a reading, and what is late is among what was read. */
  all(): Promise<Feed>;
}

/** Reads on in a channel, at first from the anchor. */
export function readingOn(check: CaseContext, anchor: Anchor): ReadingOn {
  /** The newest message of each reading: where it began, and where the next two may. */
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

  return { further, all: async () => last ?? (await readSince(check, anchor)) };
}

/** Judges what comes into a channel for as long as its pages may lag behind, and all of it in the end. */
export async function watchSince(check: CheckContext, anchor: Anchor, judge: (feed: Feed) => void): Promise<void> {
  const reading = readingOn(check, anchor);
  await check.throughout(async () => judge(await reading.further()));
  judge(await reading.all());
}

function newestOf({ messages }: Feed): string | undefined {
  const [newest] = messages.toSorted((one, other) => creationOf(other) - creationOf(one));
  return typeof newest?.id === "string" ? newest.id : undefined;
}
