import type { Exchange } from "../client/exchange.ts";
import { hasSubseconds, instantOf } from "../models/instant.ts";
import { valueAt } from "../verifiers/read.ts";
import { accepted, itemsAt, requested } from "./exchanges.ts";
import type { Past } from "./history.ts";
import type { Knowledge } from "./knowledge.ts";
import { RESPONSES_BETWEEN } from "./settled.ts";

/** A message that the run has sent with its own key. */
export interface SentByRun {
  readonly id: string;
  readonly channel: unknown;
  /** Milliseconds since 1970 of `createdAt` in the response; NaN if it has none. */
  readonly instant: number;
  /** True if `createdAt` is given more precisely than to the second. */
  readonly hasSubseconds: boolean;
  /**
   * True if it starts a thread. The contract leaves open whether replies are listed among the messages of a channel.
   */
  readonly isRoot: boolean;
  readonly sending: Past;
}

/** Returns the messages that the run has sent with its own key. */
export function messagesSentByRun(knowledge: Knowledge): readonly SentByRun[] {
  const own = accepted(knowledge, "send-message").filter(({ isOwn }) => isOwn);
  return own.flatMap((sending) => {
    const [id, createdAt] = ["id", "createdAt"].map((field) => valueAt(sending.exchange, `/data/${field}`));
    if (typeof id !== "string") return [];
    const isRoot = requested(sending, "threadId") === undefined;
    return [
      {
        id,
        channel: requested(sending, "channelId"),
        instant: instantOf(createdAt),
        hasSubseconds: hasSubseconds(createdAt),
        isRoot,
        sending,
      },
    ];
  });
}

/**
 * Returns true if a message was sent so long before a page was requested that the page may not miss it. With fewer
 * responses between, the page may have been requested before the sending got its response.
 */
export function isSentLongBefore(sending: Past, page: Exchange): boolean {
  return sending.exchange.sequence + RESPONSES_BETWEEN < page.sequence;
}

/** Returns the messages on these pages by id, each with the sequence number of the first page that shows it. */
export function firstSeen(pages: readonly Past[]): ReadonlyMap<unknown, number> {
  const seen = new Map<unknown, number>();
  for (const page of pages) {
    const { sequence } = page.exchange;
    for (const { value } of itemsAt(page, "/data/messages")) {
      seen.set(value.id, Math.min(sequence, seen.get(value.id) ?? sequence));
    }
  }
  return seen;
}

/**
 * Returns the target's clock skew: the most milliseconds by which `createdAt` of a message is before that of the run's
 * previous message in the same channel.
 */
export function clocksApart(sent: readonly SentByRun[]): number {
  const last = new Map<unknown, number>();
  let most = 0;
  for (const { channel, instant } of sent) {
    most = Math.max(most, (last.get(channel) ?? instant) - instant || 0);
    last.set(channel, instant);
  }
  return most;
}
