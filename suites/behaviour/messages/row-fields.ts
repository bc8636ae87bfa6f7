import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { sameJson } from "../../verifiers/same-json.ts";
import { type Flagging, flaggingOf } from "./flagging.ts";
import type { MessageSighting } from "./listed.ts";
import type { SentMessage } from "./requests.ts";
import { rowSight, type Sight } from "./row-sight.ts";

/** Fields of a listed message that a flag must not change. */
export const LISTED = ["content", "parentId", "senderType", "senderId"] as const;

/**
 * Returns how a listing shows unflagged messages, including replies: the fields that it has, which must not be missing
 * for flagged ones, and the fields that match the responses, since others are judged elsewhere.
 */
export async function listedFields(
  check: CheckContext,
  beside: Flagging["unflagged"],
  row: readonly Sent[],
  sight: Sight,
) {
  const seen = await Promise.all(
    beside.map(async (placed) => ({ sent: placed.sent, shown: (await sight(check, placed))?.message ?? {} })),
  );
  const given = LISTED.filter((field) => seen.some(({ shown }) => !isUnset(shown[field])));
  const faithful = LISTED.filter((field) =>
    seen.every(({ sent, shown }) => {
      const was = valueAt(sent.response, `/data/${field}`);
      return isUnset(was) || isUnset(shown[field]) || sameJson(was, shown[field]);
    }),
  );
  const countsReplies = seen.some(({ sent, shown }) => {
    const count = repliesTo(row, sent.id).length;
    return count > 0 && typeof shown.replyCount === "number" && shown.replyCount >= count;
  });
  return { given, faithful, countsReplies };
}

/**
 * Returns true if a listing shows this field of the run's unflagged messages as the responses did, or shows no such
 * message.
 */
export async function isListedAsSent(check: CheckContext, field: (typeof LISTED)[number]): Promise<boolean> {
  const flagging = await tryOrNull(() => flaggingOf(check.context)(check));
  if (flagging === null) return true;
  const { faithful } = await listedFields(check, flagging.unflagged, [], rowSight(check));
  return faithful.includes(field);
}

export type Sent = { readonly sent: SentMessage };

/**
 * Returns the messages of the row that were sent into the thread of a message. A reply to a reply may belong to the
 * head of its thread.
 */
export function repliesTo(row: readonly Sent[], id: string): readonly Sent[] {
  const isReply = row.some(({ sent }) => sent.id === id && sent.asked.threadId !== undefined);
  return row.filter(({ sent }) => {
    const told = valueAt(sent.response, "/data/parentId");
    return isUnset(told) ? sent.asked.threadId === id && !isReply : told === id;
  });
}

/**
 * Fails if a flagged message has a count lower than its replies. The contract leaves open whether a flag adds a reply.
 */
export function expectReplies({ message, pointer, exchange }: MessageSighting, count: number, why: string): void {
  if (typeof message.replyCount !== "number") return;
  const told = message.replyCount;
  judging([exchange], () =>
    expectThat(told >= count, {
      message: why,
      expected: `at least ${count}`,
      actual: String(told),
      pointer: `${pointer}/replyCount`,
      keyword: "count",
    }),
  );
}
