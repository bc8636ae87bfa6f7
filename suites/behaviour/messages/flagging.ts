import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { tryOrNull, unlessBlocked } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { laterThan } from "../../models/instant.ts";
import { everyMarkdown, everyPiece } from "../../models/telling-texts.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { sampleFile } from "../files/samples.ts";
import { uploadFile } from "../files/transfer.ts";
import { orInFewWords } from "../reasons.ts";
import type { Stretch } from "./listed.ts";
import { flagMessage, type SentMessage, sendMessage } from "./requests.ts";

/** Flagged messages with what was known of them before. */
export interface FlaggedMessage {
  readonly sent: SentMessage;
  readonly response: Exchange;
  readonly stretch: Stretch;
}

/** A row of messages of which every second one is flagged. */
export interface Flagging {
  readonly channel: string;
  /** Every flag that was asked for, with its response, rejections too. */
  readonly tries: readonly { readonly sent: SentMessage; readonly reason: string; readonly response: Exchange }[];
  readonly flagged: readonly FlaggedMessage[];
  /** The message that was flagged once more, where that is taken, with the response to the flag before. */
  readonly again: readonly { readonly sent: SentMessage; readonly before: Exchange; readonly response: Exchange }[];
  readonly unflagged: readonly { readonly sent: SentMessage; readonly stretch: Stretch }[];
  /** Sent when all of them were flagged, to the first that is outside of threads; null where no such reply is taken. */
  readonly reply: SentMessage | null;
  /** Sent when all of them had been, and before any was flagged. */
  readonly closing: SentMessage;
}

/** The row of one run. */
export type Flagged = (check: CheckContext) => Promise<Flagging>;

/** The row of a run, flagged once for all checks that look at it. */
export const flaggingOf = onceARun((): Flagged => once(flagSome));

const LINE = "and it goes on and on, ";
/** Characters of it. */
const ROOM = 1_800;

/** A root, a reply and messages with files, each between two that stay as they are. */
async function flagSome(check: CheckContext): Promise<Flagging> {
  const channel = await check.reference("channel");
  const file = () => check.reference("attachment", "uploaded");
  /** Without files where none can be uploaded: the rest can be flagged all the same. */
  const files = async (make: () => Promise<string[]>): Promise<JsonObject> => {
    const attachmentIds = await unlessBlocked(make);
    return attachmentIds === null ? {} : { attachmentIds };
  };
  const several = () => files(async () => [await file(), await capitals(check, channel, file)]);
  // What is sent by the contract comes back, so it stands here as well: a flag may write a text by another way.
  const content = `**please** look:\n\n${everyMarkdown}`;
  // As long as has to be taken: what shows the beginning of a text shows the end of the others too.
  const atLength = `${content}\n${LINE.repeat((ROOM - content.length) / LINE.length)}end`;
  const head = await sendMessage(check, "head of the flagged", { channelId: channel });
  const row: SentMessage[] = [head];
  const kinds: (() => JsonObject | Promise<JsonObject>)[] = [
    () => ({ content: atLength }),
    // A reply to a message that is flagged, and a flagged reply to one that is not.
    () => ({ threadId: row[1]?.id ?? head.id }),
    () => ({ threadId: head.id }),
    // Whether a reply can be replied to is open: where it cannot, this replies to the head.
    () => ({ threadId: row[3]?.id ?? head.id }),
    // What loses all but the first of something is not seen where there is one.
    // It is the only one with files: it has all at once that may be lost.
    async () => ({ ...(await several()), content, threadId: head.id }),
    // As the flagged ones are: what a listing shows otherwise than it was sent, it shows so of this one as well.
    () => ({ content: atLength }),
  ];
  for (const [index, members] of kinds.entries()) {
    const asked: JsonObject = { channelId: channel, ...(await members()) };
    const send = (instead = {}) => sendMessage(check, `flagged or not ${index}`, { ...asked, ...instead });
    const isDeep = asked.threadId !== undefined && asked.threadId === row[3]?.id;
    row.push((isDeep ? await tryOrNull(send) : null) ?? (await send(isDeep ? { threadId: head.id } : {})));
  }
  const closing = await sendMessage(check, "after the flagged", { channelId: channel });
  await laterThan(
    check,
    row.map(({ response }) => response),
  );
  const placed = row.map((sent, index) => ({
    sent,
    stretch: { channel, earlier: row[index - 1], later: row[index + 1] ?? closing },
  }));
  const asked = placed.filter((_, index) => index % 2 === 1);
  const tries: (FlaggedMessage & { readonly reason: string })[] = [];
  for (const [index, one] of asked.entries()) {
    const reason = REASONS[index % REASONS.length] ?? "";
    tries.push({ ...one, ...(await orInFewWords(reason, WORDS, (given) => flagAnyhow(check, one.sent.id, given))) });
  }
  const flagged = tries.filter(({ response }) => requireResponse(response).status === 200);
  if (flagged.length === 0) throw new Inconclusive("no message could be flagged", "messages.flag.succeeds");
  const again = await flagAgain(check, flagged);
  const reply = await replyTo(check, channel, flagged);
  return { channel, tries, flagged, again, unflagged: placed.filter((_, index) => index % 2 === 0), reply, closing };
}

async function replyTo(check: CheckContext, channelId: string, flagged: readonly FlaggedMessage[]) {
  const root = flagged.find(({ sent }) => sent.asked.threadId === undefined);
  if (root === undefined) return null;
  return tryOrNull(() => sendMessage(check, "reply to a flag", { channelId, threadId: root.sent.id }));
}

/** A file whose name is easily written in another way; a plain one where such names are rejected. */
async function capitals(check: CheckContext, channelId: string, plain: () => Promise<string>): Promise<string> {
  const file = { ...sampleFile("flagged under a name"), fileName: "Report-Of-MAY.Final.TXT" };
  const grant = await tryOrNull(() => uploadFile(check, file, { channelId }));
  return grant?.attachmentId ?? plain();
}

/** Flags the last of them, which has most to lose, a second time; whether that is taken is open. */
async function flagAgain(check: CheckContext, flagged: readonly FlaggedMessage[]): Promise<Flagging["again"]> {
  const last = flagged.at(-1);
  if (last === undefined) return [];
  const response = await tryOrNull(() => flagMessage(check, last.sent.id, "to be looked at a second time"));
  if (response === null || requireResponse(response).status !== 200) return [];
  return [{ sent: last.sent, before: last.response, response }];
}

/** The response to a flag; where the message stays unknown to the target although it was sent, that is the response. */
async function flagAnyhow(check: CheckContext, messageId: string, reason: string): Promise<Exchange> {
  const response = await tryOrNull(() => flagMessage(check, messageId, reason));
  return response ?? check.call("flag-needs-human", { body: { messageId, reason } });
}

const WORDS = { short: "someone has to decide", long: "someone has to decide, and soon. ".repeat(40).trim() };
/** Plain, of several scripts and signs, and long. */
const REASONS = [WORDS.short, everyPiece, WORDS.long];
