import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { unlessBlocked } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { wordOf } from "../../models/words.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { askForUpload } from "../files/transfer.ts";
import { URGENT } from "./pages.ts";
import { askToSend, type SentMessage, sendMessage } from "./requests.ts";

/** What is sent for nothing, between two messages that are taken: once for all checks of what is rejected. */
export interface Rejections {
  readonly channel: string;
  readonly first: SentMessage;
  readonly last: SentMessage;
  /** Sent when the last had been. */
  readonly later: SentMessage;
  /** The responses to messages that name a file which nobody was given. */
  readonly ofNoFile: readonly Exchange[];
  /** The response to a reply into a thread that does not exist. */
  readonly ofNoThread: Exchange;
  readonly tooEarly: TooEarly;
  /** A word of each that was rejected: it is in nothing else. */
  readonly words: readonly string[];
}

/** Messages with files of which one has no bytes yet. */
export interface TooEarly {
  /** False where no file could be uploaded that another one is next to, and that shows that files are taken. */
  readonly hasGood: boolean;
  /** The responses, up to the first that took the message. */
  readonly rejected: readonly Exchange[];
  /** The response to one with the file that stood beside it; null where that has been sent already. */
  readonly taken: Exchange | null;
}

/** What the run had rejected. */
export const rejectionsOf = onceARun(() => once(sendInVain));

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

/** Ways of naming a file too early: one that is pending, alone or beside a good one, one of a single byte, and in a thread. */
function early(good: string | null, pending: string, small: string, inThread: JsonObject): readonly JsonObject[] {
  return [
    { attachmentIds: [pending] },
    { attachmentIds: [small] },
    ...(good === null ? [] : [{ attachmentIds: [good, pending] }, { attachmentIds: [pending, good] }]),
    { attachmentIds: [pending], ...inThread },
  ];
}

/** The responses to messages that are tried in turn, up to the first that is taken. */
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

/** An attachment that was asked for, and never came. */
export async function withoutBytes(check: CheckContext, members: JsonObject = {}): Promise<string> {
  const granted = await askForUpload(check, members);
  requireAccepted(granted, "files.upload.succeeds");
  return stringAt(granted, "/data/attachmentId");
}
