import type { Json, JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import type { CallOptions, CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { asAdditional, defineCheck } from "../define-check.ts";
import { pagesOf, requireMessageRead } from "./channel-pages.ts";
import { quietChannel } from "./channels.ts";
import { isWalkedBackwards } from "./page-steps.ts";
import { PORTABLE_LIMIT, readPage, URGENT } from "./pages.ts";
import { requestMessage, type SentMessage, sendMessage } from "./requests.ts";

/** Replies are counted, sequential and concurrent ones. */
export function replyChecks(): Check[] {
  return [
    // One of them has a file, which needs the channel of the uploads.
    replyCountGrows(ONE_BY_ONE, replySequentially, (check) => check.reference("channel")),
    ...asAdditional([
      replyCountGrows("sent at the same time", replyConcurrently),
      replyCountGrows("with files", replyWithFiles, (check) => check.reference("channel")),
    ]),
  ];
}

const REPLIES = 4;
/** The number of them that are sent concurrently. */
const CONCURRENT_REPLIES = 2;
/** A number of two digits. */
const MANY_REPLIES = 11;
const ONE_BY_ONE = "one after the other";

/** A message with replies, and one that was sent after it. */
interface Thread {
  readonly channelId: string;
  readonly head: SentMessage;
  readonly later: SentMessage;
  /** Ids of the run's replies to it. */
  readonly replies: Set<string>;
}

type SendReplies = (check: CaseContext, thread: Thread) => Promise<void>;

function replyCountGrows(
  manner: string,
  reply: SendReplies,
  channelOf: (check: CheckContext) => Promise<string> | string = ({ context }) => quietChannel(context),
): Check {
  return defineCheck(
    {
      requirement: "messages.send.reply-count",
      name: `the reply count grows by one with each of several replies ${manner}`,
      isCostly: manner !== ONE_BY_ONE,
      operations: ["send-message", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channelId = await channelOf(check);
      const head = await sendMessage(check, `counted ${manner}`, { channelId });
      const later = await sendMessage(check, `uncounted after ${manner}`, { channelId });
      const thread = { channelId, head, later, replies: new Set<string>() };
      await reply(check, thread);
      await expectCount(check, thread, thread.replies.size);
    },
  );
}

async function replySequentially(check: CaseContext, thread: Thread): Promise<void> {
  const file = await tryOrNull(() => check.reference("attachment", "uploaded"));
  // Counted once at the end, after the last ones were sent concurrently.
  const sequential = REPLIES - CONCURRENT_REPLIES;
  for (let sent = 1; sent <= sequential; sent += 1) {
    await replyTo(
      check,
      thread,
      `reply ${sent} of ${REPLIES}`,
      sent === 1 && file !== null ? { attachmentIds: [file] } : {},
    );
    if (sent === 2) await requestInvalidReply(check, thread);
  }
  const concurrent = Array.from({ length: REPLIES - sequential }, (_, index) => sequential + 1 + index);
  await Promise.all(concurrent.map((sent) => replyTo(check, thread, `reply ${sent} of ${REPLIES}`, {}, URGENT)));
}

async function replyTo(
  check: CaseContext,
  { channelId, head, replies }: Thread,
  key: string,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<void> {
  replies.add((await sendMessage(check, key, { ...members, channelId, threadId: head.id }, options)).id);
}

/** Each reply has more files than the one before. */
async function replyWithFiles(check: CaseContext, thread: Thread): Promise<void> {
  for (const count of [1, 2]) {
    const files = Array.from({ length: count }, () => check.reference("attachment", "uploaded"));
    const attachmentIds = await orNotApplicable(() => Promise.all(files));
    await replyTo(check, thread, `reply with ${count} files`, { attachmentIds });
  }
}

/** Requests an invalid reply; if it is accepted nevertheless, it counts like the others. */
async function requestInvalidReply(check: CaseContext, { channelId, head, replies }: Thread): Promise<void> {
  const attachmentIds = [absentId(head.id, `${check.context.mark} file of a reply`)];
  const exchange = await requestMessage(check, { channelId, threadId: head.id, attachmentIds });
  if (statusOf(exchange) === 200) replies.add(stringAt(exchange, "/data/id"));
}

async function replyConcurrently(check: CaseContext, thread: Thread): Promise<void> {
  // The check waits for the first: a reply to a message that is not known everywhere yet may be rejected.
  await replyTo(check, thread, "reply before the others");
  // Normally each request waits for its turn among all requests of the run; urgent ones are sent immediately.
  const others = Array.from({ length: MANY_REPLIES - 1 }, (_, index) =>
    replyTo(check, thread, `reply among others ${index}`, {}, URGENT),
  );
  await Promise.all(others);
}

/**
 * Fails unless the message has this reply count. A target may omit all counts; if it has counts for some messages, a
 * missing one means zero.
 */
async function expectCount(check: CaseContext, thread: Thread, wanted: number): Promise<void> {
  const { channelId, head, later } = thread;
  const readHead = () => requireMessageRead(check, head.id, { channel: channelId, later });
  const isShown = await check.eventually(async () => {
    const { message, pointer } = await readHead();
    const count = message.replyCount;
    if (isAbsent(count) && !(await showsReplyCounts(check, channelId))) return false;
    const shownCount = isAbsent(count) ? 0 : count;
    // Others, or automations, may reply too. Their replies count if they are listed.
    if (typeof shownCount === "number" && shownCount > wanted) {
      const otherReplies = await otherReplyCount(check, thread);
      if (otherReplies === null) throw new NotApplicable("others may have replied as well");
      if (shownCount <= wanted + otherReplies) return true;
    }
    expectThat(shownCount === wanted, {
      message: `after ${wanted} replies the reply count must be ${wanted}`,
      expected: `${wanted}`,
      actual: JSON.stringify(count ?? null),
      pointer: `${pointer}/replyCount`,
      keyword: "count",
    });
    return true;
  });
  if (isShown) check.asserted();
}

/**
 * Returns the number of replies of others to the message; null if its channel lists no replies, or is too busy to read
 * completely.
 */
async function otherReplyCount(check: CaseContext, { channelId, head, replies }: Thread): Promise<number | null> {
  const end = await sendMessage(check, `after replies to ${head.id}, of ${replies.size}`, { channelId });
  const pages = await pagesOf(check, { channel: channelId, earlier: head, later: end });
  const allReplies = pages.flatMap(({ messages }) => messages.filter(({ parentId }) => typeof parentId === "string"));
  const readIds = new Set(pages.flatMap(({ ids }) => ids));
  const isComplete = readIds.has(head.id) && (readIds.has(end.id) || (await isWalkedBackwards(check)));
  if (allReplies.length === 0 || !isComplete) return null;
  const listed = allReplies.filter(({ parentId }) => parentId === head.id);
  return new Set(listed.map(({ id }) => String(id)).filter((id) => !replies.has(id))).size;
}

function isAbsent(count: Json | undefined): boolean {
  return count === undefined || count === null;
}

async function showsReplyCounts(check: CaseContext, channel: string): Promise<boolean> {
  const { messages } = await readPage(check, { channel, limit: PORTABLE_LIMIT });
  return messages.some(({ replyCount }) => !isAbsent(replyCount));
}
