import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { unlessBlocked } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { wordOf } from "../../models/words.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { askForUpload } from "../files/transfer.ts";
import { URGENT } from "./pages.ts";
import { askToSend, type SentMessage, sendMessage } from "./requests.ts";

/** Rejected messages between two accepted ones, sent once for all checks of rejections. */
export interface Rejections {
  readonly channel: string;
  readonly first: SentMessage;
  readonly last: SentMessage;
  /** Sent after the last one. */
  readonly later: SentMessage;
  /** The responses to messages with an attachment id that does not exist. */
  readonly ofNoFile: readonly Exchange[];
  /** The response to a reply in a thread that does not exist. */
  readonly ofNoThread: Exchange;
  readonly tooEarly: TooEarly;
  /** A unique word of each rejected message. */
  readonly words: readonly string[];
}

/** Messages with files of which one has no bytes yet. */
export interface TooEarly {
  /**
   * False if no file with its bytes could be uploaded, to be sent with the other and to show that files are accepted.
   */
  readonly hasGood: boolean;
  /** The responses, up to the first that accepted the message. */
  readonly rejected: readonly Exchange[];
  /**
   * The response to a message with the good file of a rejected one; null if an accepted message has already used it.
   */
  readonly taken: Exchange | null;
}

/** The rejections of the run. */
export const rejectionsOf = oncePerRun(() => once(sendInVain));

async function sendInVain(check: CheckContext): Promise<Rejections> {
  const { context } = check;
  const channelId = await check.reference("channel");
  const good = await unlessBlocked(() => uploaded(check));
  const [pending, small] = [await withoutBytes(check), await withoutBytes(check, { sizeBytes: 1 })];
  const absent = absentId(good ?? pending, `${context.mark} rejected`);
  const words: string[] = [];
  let isTaken = false;
  const send = async (members: JsonObject) => {
    const word = wordOf(context, `sent in vain ${JSON.stringify(members)}`);
    const response = await askToSend(check, { channelId, content: `${context.mark} ${word}`, ...members }, URGENT);
    if (statusOf(response) >= 400 && statusOf(response) < 500) words.push(word);
    if (statusOf(response) === 200 && good !== null && JSON.stringify(members).includes(good)) isTaken = true;
    return response;
  };
  const first = await sendMessage(check, "before rejected ones", { channelId }, URGENT);
  const inThread = { threadId: first.id };
  const ofNoFile: Exchange[] = [];
  for (const members of [
    { attachmentIds: [absent] },
    ...(good === null ? [] : [{ attachmentIds: [good, absent] }]),
    { attachmentIds: [absent], ...inThread },
  ]) {
    ofNoFile.push(await send(members));
  }
  const ofNoThread = await send({ threadId: absentId(first.id, `${context.mark} thread`) });
  const rejected = await upToTaken(early(good, pending, small, inThread), send);
  const last = await sendMessage(check, "after rejected ones", { channelId }, URGENT);
  const later = await sendMessage(check, "after what follows rejected ones", { channelId }, URGENT);
  const isRejected = !isTaken && rejected.every((response) => statusOf(response) !== 200);
  const control = () => askToSend(check, { channelId, attachmentIds: [good] });
  const taken = isRejected && good !== null ? await retryUntilUsable(check, control, NOT_YET_USABLE) : null;
  const tooEarly = { hasGood: good !== null, rejected, taken };
  return { channel: channelId, first, last, later, ofNoFile, ofNoThread, tooEarly, words };
}

/**
 * Returns members that use a file too early: a pending one, on its own, with a good one, of a single byte, and in a
 * thread.
 */
function early(good: string | null, pending: string, small: string, inThread: JsonObject): readonly JsonObject[] {
  return [
    { attachmentIds: [pending] },
    { attachmentIds: [small] },
    ...(good === null ? [] : [{ attachmentIds: [good, pending] }, { attachmentIds: [pending, good] }]),
    { attachmentIds: [pending], ...inThread },
  ];
}

/** Returns the responses to messages sent in turn, up to the first that is accepted. */
async function upToTaken(
  ways: readonly JsonObject[],
  send: (members: JsonObject) => Promise<Exchange>,
): Promise<readonly Exchange[]> {
  const responses: Exchange[] = [];
  for (const members of ways) {
    const response = await send(members);
    responses.push(response);
    if (statusOf(response) === 200) break;
  }
  return responses;
}

export function uploaded(check: CheckContext): Promise<string> {
  return check.reference("attachment", "uploaded");
}

/** Requests an attachment whose bytes are never uploaded, and returns its id. */
export async function withoutBytes(check: CheckContext, members: JsonObject = {}): Promise<string> {
  const granted = await askForUpload(check, members);
  requireAccepted(granted, "files.upload.succeeds");
  return stringAt(granted, "/data/attachmentId");
}
