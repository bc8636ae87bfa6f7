import { instantOf, isFine } from "../models/instant.ts";
import { valueAt } from "../verifiers/read.ts";
import { accepted, itemsAt, requested } from "./exchanges.ts";
import type { Past } from "./history.ts";
import type { Knowledge } from "./knowledge.ts";

/** A message that the run has sent with its own key. */
export interface Sent {
  readonly id: string;
  readonly channel: unknown;
  /** Milliseconds since 1970 of its creation, as the response tells it; not a number where it tells none. */
  readonly instant: number;
  /** True where that is given more finely than to the second. */
  readonly isFine: boolean;
  /** Whether replies stand among the messages of a channel is open. */
  readonly isRoot: boolean;
  readonly sending: Past;
}

/** What the run has sent with its own key. */
export function sentOf(knowledge: Knowledge): readonly Sent[] {
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
        isFine: isFine(createdAt),
        isRoot,
        sending,
      },
    ];
  });
}

/** What pages show, by id, and the place in the run of the first that shows it. */
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

/** The most milliseconds by which `createdAt` of a message lies before that of the run's previous message in its channel: the target's clock skew. */
export function clocksApart(sent: readonly Sent[]): number {
  const last = new Map<unknown, number>();
  let most = 0;
  for (const { channel, instant } of sent) {
    most = Math.max(most, (last.get(channel) ?? instant) - instant || 0);
    last.set(channel, instant);
  }
  return most;
}
