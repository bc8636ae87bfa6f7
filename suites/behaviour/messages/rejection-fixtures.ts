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
import { requestUpload } from "../files/transfer.ts";
import { URGENT } from "./pages.ts";
import { requestMessage, type SentMessage, sendMessage } from "./requests.ts";

/** Rejected messages between two accepted ones, sent once for all checks of rejections. */
export interface Rejections {
  readonly channel: string;
  readonly first: SentMessage;
  readonly last: SentMessage;
  /** Sent after the last one. */
  readonly later: SentMessage;
  /** The responses to messages with an attachment id that does not exist. */
  readonly unknownAttachments: readonly Exchange[];
  /** The response to a reply in a thread that does not exist. */
  readonly unknownThread: Exchange;
  readonly notUploaded: NotUploaded;
  /** A unique word of each rejected message. */
  readonly words: readonly string[];
}

/** Messages with a file whose bytes were not uploaded. */
export interface NotUploaded {
  /**
   * False if no file with its bytes could be uploaded. That file shows that files are accepted.
   */
  readonly hasUploaded: boolean;
  /** The responses, up to the first that accepted the message. */
  readonly rejected: readonly Exchange[];
  /**
   * The response to a message with the uploaded file of a rejected one; null if an accepted message already used it.
   */
  readonly acceptedAfter: Exchange | null;
}

/** The rejections of the run. */
export const rejectionsOf = oncePerRun(() => once(sendRejectedMessages));

async function sendRejectedMessages(check: CheckContext): Promise<Rejections> {
  const { context } = check;
  const channelId = await check.reference("channel");
  const uploadedId = await unlessBlocked(() => uploadedAttachment(check));
  const [pendingId, pendingByteId] = [
    await attachmentWithoutBytes(check),
    await attachmentWithoutBytes(check, { sizeBytes: 1 }),
  ];
  const absentFileId = absentId(uploadedId ?? pendingId, `${context.mark} rejected`);
  const words: string[] = [];
  let isFileUsed = false;
  const send = async (members: JsonObject) => {
    const word = wordOf(context, `sent in vain ${JSON.stringify(members)}`);
    const response = await requestMessage(check, { channelId, content: `${context.mark} ${word}`, ...members }, URGENT);
    if (statusOf(response) >= 400 && statusOf(response) < 500) words.push(word);
    if (statusOf(response) === 200 && uploadedId !== null && JSON.stringify(members).includes(uploadedId))
      isFileUsed = true;
    return response;
  };
  const first = await sendMessage(check, "before rejected ones", { channelId }, URGENT);
  const inThread = { threadId: first.id };
  const unknownAttachments: Exchange[] = [];
  for (const members of [
    { attachmentIds: [absentFileId] },
    ...(uploadedId === null ? [] : [{ attachmentIds: [uploadedId, absentFileId] }]),
    { attachmentIds: [absentFileId], ...inThread },
  ]) {
    unknownAttachments.push(await send(members));
  }
  const unknownThread = await send({ threadId: absentId(first.id, `${context.mark} thread`) });
  const rejected = await sendUntilAccepted(
    membersWithPendingFile(uploadedId, pendingId, pendingByteId, inThread),
    send,
  );
  const last = await sendMessage(check, "after rejected ones", { channelId }, URGENT);
  const later = await sendMessage(check, "after what follows rejected ones", { channelId }, URGENT);
  const isRejected = !isFileUsed && rejected.every((response) => statusOf(response) !== 200);
  const sendUploaded = () => requestMessage(check, { channelId, attachmentIds: [uploadedId] });
  const acceptedAfter =
    isRejected && uploadedId !== null ? await retryUntilUsable(check, sendUploaded, NOT_YET_USABLE) : null;
  const notUploaded = { hasUploaded: uploadedId !== null, rejected, acceptedAfter };
  return { channel: channelId, first, last, later, unknownAttachments, unknownThread, notUploaded, words };
}

/**
 * Returns members that name a file without bytes: on its own, with an uploaded one, of a single byte, and in a thread.
 */
function membersWithPendingFile(
  uploadedId: string | null,
  pendingId: string,
  pendingByteId: string,
  inThread: JsonObject,
): readonly JsonObject[] {
  return [
    { attachmentIds: [pendingId] },
    { attachmentIds: [pendingByteId] },
    ...(uploadedId === null
      ? []
      : [{ attachmentIds: [uploadedId, pendingId] }, { attachmentIds: [pendingId, uploadedId] }]),
    { attachmentIds: [pendingId], ...inThread },
  ];
}

/** Returns the responses to messages sent in turn, up to the first that is accepted. */
async function sendUntilAccepted(
  bodies: readonly JsonObject[],
  send: (members: JsonObject) => Promise<Exchange>,
): Promise<readonly Exchange[]> {
  const responses: Exchange[] = [];
  for (const members of bodies) {
    const response = await send(members);
    responses.push(response);
    if (statusOf(response) === 200) break;
  }
  return responses;
}

export function uploadedAttachment(check: CheckContext): Promise<string> {
  return check.reference("attachment", "uploaded");
}

/** Requests an attachment whose bytes are never uploaded, and returns its id. */
export async function attachmentWithoutBytes(check: CheckContext, members: JsonObject = {}): Promise<string> {
  const granted = await requestUpload(check, members);
  requireAccepted(granted, "files.upload.succeeds");
  return stringAt(granted, "/data/attachmentId");
}
