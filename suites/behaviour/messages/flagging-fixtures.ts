import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull, unlessBlocked } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { waitUntilAfter } from "../../models/instant.ts";
import { allMarkdown, allPieces } from "../../models/sample-texts.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { sampleFile } from "../files/sample-files.ts";
import { uploadFile } from "../files/transfer.ts";
import { withShorterReasonIfRejected } from "../long-reasons.ts";
import type { ChannelSection } from "./channel-pages.ts";
import { flagMessage, type SentMessage, sendMessage } from "./requests.ts";

/** A flagged message, with the response to the flag and where the message is in its channel. */
export interface FlaggedMessage {
  readonly sent: SentMessage;
  readonly response: Exchange;
  readonly section: ChannelSection;
}

/** A row of messages of which every second one is flagged. */
export interface Flagging {
  readonly channel: string;
  /** Every requested flag with its response, including rejections. */
  readonly attempts: readonly { readonly sent: SentMessage; readonly reason: string; readonly response: Exchange }[];
  readonly flagged: readonly FlaggedMessage[];
  /** The message that was flagged a second time, if that is accepted, with the response to the first flag. */
  readonly flaggedTwice: readonly {
    readonly sent: SentMessage;
    readonly before: Exchange;
    readonly response: Exchange;
  }[];
  readonly unflagged: readonly { readonly sent: SentMessage; readonly section: ChannelSection }[];
  /**
   * A reply to the first flagged message outside of threads, sent after all flags; null if no such reply is accepted.
   */
  readonly reply: SentMessage | null;
  /** Sent after all other messages, before any was flagged. */
  readonly closing: SentMessage;
}

/** Returns the row of one run. */
export type FlaggingSource = (check: CheckContext) => Promise<Flagging>;

/** The row of a run, flagged once for all checks that use it. */
export const flaggingOf = oncePerRun((): FlaggingSource => once(createFlagging));

const LINE = "and it goes on and on, ";
/** The maximum number of characters of a long content. */
const MAX_CONTENT_LENGTH = 1_800;

/** Sends a root, a reply and messages with files, each between two that remain unflagged. */
async function createFlagging(check: CheckContext): Promise<Flagging> {
  const channel = await check.reference("channel");
  const file = () => check.reference("attachment", "uploaded");
  /** Returns no files if none can be uploaded; the other messages can be flagged anyway. */
  const files = async (make: () => Promise<string[]>): Promise<JsonObject> => {
    const attachmentIds = await unlessBlocked(make);
    return attachmentIds === null ? {} : { attachmentIds };
  };
  const severalFiles = () => files(async () => [await file(), await uploadUnderUnusualName(check, channel, file)]);
  // Valid content is returned as sent, so it must be after a flag too, which may write the text in another way.
  const content = `**please** look:\n\n${allMarkdown}`;
  // The greatest length that must be accepted: a flag that truncates the text loses its end.
  const longContent = `${content}\n${LINE.repeat((MAX_CONTENT_LENGTH - content.length) / LINE.length)}end`;
  const head = await sendMessage(check, "head of the flagged", { channelId: channel });
  const row: SentMessage[] = [head];
  const kinds: (() => JsonObject | Promise<JsonObject>)[] = [
    () => ({ content: longContent }),
    // A reply to a flagged message, and a flagged reply to an unflagged one.
    () => ({ threadId: row[1]?.id ?? head.id }),
    () => ({ threadId: head.id }),
    // The contract leaves open whether a reply can be replied to. If it cannot, this replies to the head.
    () => ({ threadId: row[3]?.id ?? head.id }),
    // Several files, to reveal code that keeps only the first. It is the only message with files, and has everything
    // that may be lost.
    async () => ({ ...(await severalFiles()), content, threadId: head.id }),
    // Unflagged, with the same content as flagged ones: if a listing alters that, it also alters this one.
    () => ({ content: longContent }),
  ];
  for (const [index, members] of kinds.entries()) {
    const requested: JsonObject = { channelId: channel, ...(await members()) };
    const send = (otherMembers = {}) =>
      sendMessage(check, `flagged or not ${index}`, { ...requested, ...otherMembers });
    const isNested = requested.threadId !== undefined && requested.threadId === row[3]?.id;
    row.push((isNested ? await tryOrNull(send) : null) ?? (await send(isNested ? { threadId: head.id } : {})));
  }
  const closing = await sendMessage(check, "after the flagged", { channelId: channel });
  await waitUntilAfter(
    check,
    row.map(({ response }) => response),
  );
  const sections = row.map((sent, index) => ({
    sent,
    section: { channel, earlier: row[index - 1], later: row[index + 1] ?? closing },
  }));
  const toFlag = sections.filter((_, index) => index % 2 === 1);
  const attempts: (FlaggedMessage & { readonly reason: string })[] = [];
  for (const [index, one] of toFlag.entries()) {
    const reason = REASONS[index % REASONS.length] ?? "";
    attempts.push({
      ...one,
      ...(await withShorterReasonIfRejected(reason, REASON_TEXTS, (given) =>
        flagOrRejection(check, one.sent.id, given),
      )),
    });
  }
  const flagged = attempts.filter(({ response }) => requireResponse(response).status === 200);
  if (flagged.length === 0) throw new Inconclusive("no message could be flagged", "messages.flag.succeeds");
  const flaggedTwice = await flagSecondTime(check, flagged);
  const reply = await replyTo(check, channel, flagged);
  return {
    channel,
    attempts,
    flagged,
    flaggedTwice,
    unflagged: sections.filter((_, index) => index % 2 === 0),
    reply,
    closing,
  };
}

async function replyTo(check: CheckContext, channelId: string, flagged: readonly FlaggedMessage[]) {
  const root = flagged.find(({ sent }) => sent.requested.threadId === undefined);
  if (root === undefined) return null;
  return tryOrNull(() => sendMessage(check, "reply to a flag", { channelId, threadId: root.sent.id }));
}

/** Uploads a file whose name a server may change, or a plain one if such names are rejected. */
async function uploadUnderUnusualName(
  check: CheckContext,
  channelId: string,
  uploadPlain: () => Promise<string>,
): Promise<string> {
  const file = { ...sampleFile("flagged under a name"), fileName: "Report-Of-MAY.Final.TXT" };
  const grant = await tryOrNull(() => uploadFile(check, file, { channelId }));
  return grant?.attachmentId ?? uploadPlain();
}

/**
 * Flags the last message, which has the most to lose, a second time. The contract leaves open whether that is accepted.
 */
async function flagSecondTime(
  check: CheckContext,
  flagged: readonly FlaggedMessage[],
): Promise<Flagging["flaggedTwice"]> {
  const last = flagged.at(-1);
  if (last === undefined) return [];
  const response = await tryOrNull(() => flagMessage(check, last.sent.id, "to be looked at a second time"));
  if (response === null || requireResponse(response).status !== 200) return [];
  return [{ sent: last.sent, before: last.response, response }];
}

/**
 * Returns the response to a flag. If the message remains unknown to the target although it was sent, the response is
 * that rejection.
 */
async function flagOrRejection(check: CheckContext, messageId: string, reason: string): Promise<Exchange> {
  const response = await tryOrNull(() => flagMessage(check, messageId, reason));
  return response ?? check.call("flag-needs-human", { body: { messageId, reason } });
}

const REASON_TEXTS = { short: "someone has to decide", long: "someone has to decide, and soon. ".repeat(40).trim() };
/** Plain, of several scripts and special characters, and long. */
const REASONS = [REASON_TEXTS.short, allPieces, REASON_TEXTS.long];
