import type { CheckContext } from "../../engine/check.ts";
import type { Past } from "../../engine/history.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { judging } from "../evidence.ts";
import { instantOf } from "../instant.ts";
import { askedFor, granted, isTold, type Rule, thingsAt } from "./rule.ts";

/** A page is a stretch of its channel: what was sent between the oldest and the newest of its messages is on it. */
export const betweenRules: readonly Rule[] = [
  {
    requirement: "messages.send.readable",
    name: "what was sent is on the pages of its time",
    operations: ["send-message", "get-messages"],
    judge: (check) => judgePages(check, ({ isRoot, isSeen }) => isRoot && !isSeen),
  },
  {
    requirement: "messages.get.walk-back",
    name: "what one page shows is on all pages of its time",
    operations: ["send-message", "get-messages"],
    judge: (check) => judgePages(check, ({ isSeen }) => isSeen),
  },
];

interface Sent {
  readonly id: string;
  readonly channel: unknown;
  readonly instant: number;
  readonly sending: Past;
  /** Whether replies stand among the messages of a channel is open. */
  readonly isRoot: boolean;
  /** True for one that is on some page. */
  readonly isSeen: boolean;
}

/** Times that are written more coarsely than the clock ticks, or given before what is sent is kept, say this much less. */
const ROOM_MS = 1_000;
const ROOM_OF_FINE_TIMES_MS = 100;
/** A page may have been asked for before the message was answered: of so many answers in between that is not to be thought. */
const ANSWERS_BETWEEN = 64;

function judgePages(check: CheckContext, isMeant: (sent: Sent) => boolean): number {
  if (!isTold(check)) return 0;
  const pages = granted(check, "get-messages").filter(({ isOwn }) => isOwn);
  const sent = sentOf(check, pages).filter(isMeant);
  let judged = 0;
  for (const page of pages) {
    if (askedFor(page, "before") !== undefined && askedFor(page, "after") !== undefined) continue;
    const shown = thingsAt(page, "/data/messages").map(({ value }) => value);
    const ids = new Set(shown.map(({ id }) => id));
    const times = shown.map(({ createdAt }) => instantOf(createdAt));
    const room = shown.every(({ createdAt }) => /\.\d*[1-9]/.test(String(createdAt))) ? ROOM_OF_FINE_TIMES_MS : ROOM_MS;
    const [oldest, newest] = [Math.min(...times) + room, Math.max(...times) - room];
    for (const one of sent) {
      const isEarlier = one.sending.exchange.sequence + ANSWERS_BETWEEN < page.exchange.sequence;
      const isBetween = one.instant > oldest && one.instant < newest;
      if (one.channel !== askedFor(page, "channel") || !isEarlier || !isBetween) continue;
      judged += 1;
      judging([one.sending.exchange, page.exchange], () =>
        expectThat(ids.has(one.id), {
          message: "a message that was sent between others must be on the page that shows these",
          expected: `the message ${one.id} among them`,
          actual: `${shown.length} messages without it`,
          pointer: "/data/messages",
          keyword: "missing",
        }),
      );
    }
  }
  return judged;
}

function sentOf(check: CheckContext, pages: readonly Past[]): readonly Sent[] {
  const seen = new Set(pages.flatMap((page) => thingsAt(page, "/data/messages").map(({ value }) => value.id)));
  return granted(check, "send-message").flatMap((sending) => {
    const id = valueAt(sending.exchange, "/data/id");
    if (!sending.isOwn || typeof id !== "string") return [];
    const instant = instantOf(valueAt(sending.exchange, "/data/createdAt"));
    const isRoot = askedFor(sending, "threadId") === undefined;
    return [{ id, channel: askedFor(sending, "channelId"), instant, sending, isRoot, isSeen: seen.has(id) }];
  });
}
