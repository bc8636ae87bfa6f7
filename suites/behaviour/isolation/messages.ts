import { asObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { oncePer } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import { type CaseContext, type Check, type CheckContext, REJECTED } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat, fail, requireAccepted } from "../../verifiers/expect.ts";
import { listAt, requireResponse, urlAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { sendAnchor, withUrgentRequests } from "../events/channel-feed.ts";
import { watchChannel } from "../events/repeated-reads.ts";
import { sampleFile } from "../files/sample-files.ts";
import { fetchSigned, hasSucceeded, requestDownload, requestUpload, uploadFile } from "../files/transfer.ts";
import { findMessage, type MessageSighting } from "../messages/channel-pages.ts";
import { URGENT } from "../messages/pages.ts";
import { requestMessage, type SentMessage, sendMessage } from "../messages/requests.ts";
import { search } from "../messages/search.ts";
import { requireEventually } from "../preconditions.ts";
import { expectAccessRejected, expectNoLeak, expectNotRevealed, requireUniqueAcrossWorkspaces } from "./leaks.ts";
import {
  type CrossWorkspaceAccess,
  inBothDirections,
  intruderOnOurs,
  isOurs,
  mayBeIntrudersOwn,
  type Workspace,
  type Workspaces,
} from "./workspaces.ts";

/** Messages and files of one workspace, requested from another. */
export function messageIsolation(workspaces: Workspaces): Check[] {
  const needs = ["channel"] as const;
  return [
    ...inBothDirections(
      workspaces,
      { requirement: "isolation.search-messages", operations: ["search-messages"], needs },
      checkSearch,
    ),
    ...inBothDirections(
      workspaces,
      { requirement: "isolation.get-messages", operations: ["get-messages"], needs },
      checkRead,
    ),
    ...inBothDirections(
      workspaces,
      { requirement: "isolation.send-message", operations: ["send-message"], needs },
      checkPost,
    ),
    replyFromOutside(workspaces),
    ...inBothDirections(
      workspaces,
      { requirement: "isolation.flag-needs-human", operations: ["flag-needs-human"], needs },
      checkFlag,
      true,
    ),
    ...inBothDirections(
      workspaces,
      { requirement: "isolation.request-file-upload", operations: ["request-file-upload"], needs },
      checkUpload,
    ),
    intruderOnOurs(
      workspaces,
      { requirement: "isolation.request-file-download", operations: ["request-file-download"], needs },
      checkDownload,
    ),
    intruderOnOurs(
      workspaces,
      { requirement: "isolation.attachment", operations: ["send-message"], needs, intruderNeeds: needs },
      checkAttachment,
    ),
  ];
}

/** Replies to the message that the intruder tries to flag too. */
function replyFromOutside(workspaces: Workspaces): Check {
  const fields = {
    requirement: "isolation.send-message",
    what: "a thread, by a reply",
    operations: ["send-message", "get-messages"],
    needs: ["channel"],
    intruderNeeds: ["channel"],
  } as const;
  return { ...intruderOnOurs(workspaces, fields, checkReply), reusesResponses: true };
}

async function checkSearch(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  const secret = await owner.message(check);
  await requireEventually(check, "messages.search.finds", async () => {
    const { ids } = await search(check, { query: secret.word }, owner.options);
    expectThat(ids.includes(secret.id), {
      message: "a message is not found in its own workspace",
      expected: secret.id,
      actual: "not among the hits",
      keyword: "missing",
    });
  });
  const inputs = [
    { query: secret.word },
    { query: secret.word, channelId: owner.channel },
    // Several words, some in all messages of the run: they may be searched differently from one word.
    { query: `${secret.word} ${check.context.mark} ${secret.word}`, limit: 5 },
    { query: check.context.mark },
    { query: check.context.mark, channelId: owner.channel },
    { query: secret.word, limit: 5 },
  ];
  const judge = async (parameters: (typeof inputs)[number], testCase: CaseContext) => {
    const exchange = await testCase.call("search-messages", { parameters }, intruder.options);
    expectNoLeak(testCase, exchange, secret, "a message", [parameters.query]);
  };
  await check.forEach(inputs, judge, { first: 3 });
}

/** Nothing of the channel may be shown: everything in it belongs to another workspace. */
async function checkRead(check: CheckContext, access: CrossWorkspaceAccess): Promise<void> {
  const { owner, intruder } = access;
  const secret = await owner.message(check);
  const { channel } = owner;
  const inputs: JsonObject[] = [
    { channel, limit: 5 },
    { channel },
    { channel, before: secret.id },
    { channel, after: secret.id },
    { channel, before: secret.id, limit: 5 },
  ];
  const mayShowOwn = mayBeIntrudersOwn(access, "channel");
  // If the channel may be the reader's own, the secret, which only its words identify, must be on the page.
  if (mayShowOwn) inputs.push({ channel, before: await sendLaterMessage(check, owner) });
  await check.forEach(inputs, async (parameters, testCase) => {
    const exchange = await testCase.call("get-messages", { parameters }, intruder.options);
    if (mayShowOwn) return expectNoLeak(testCase, exchange, secret, "a message");
    testCase.asserted();
    if (requireResponse(exchange).status !== 200) return;
    const count = listAt(exchange, "/data/messages").length;
    expectThat(count === 0, {
      message: "no message of a channel of another workspace must be shown",
      expected: "a rejection, or no messages",
      actual: `${count} messages`,
      pointer: "/data/messages",
      keyword: "leak",
    });
  });
}

async function sendLaterMessage(check: CheckContext, { name, channel, options }: Workspace): Promise<string> {
  return (await sendMessage(check, `sent later in ${name}`, { channelId: channel }, options)).id;
}

async function checkPost(check: CheckContext, access: CrossWorkspaceAccess): Promise<void> {
  const { owner, intruder } = access;
  if (mayBeIntrudersOwn(access, "channel")) return checkPostToOwnChannel(check, access);
  const secret = await owner.message(check);
  const content = `${check.context.mark} ${wordOf(check.context, `intrusion into ${owner.name}`)}`;
  const posts = [{ channelId: owner.channel }, { channelId: owner.channel, threadId: secret.id }];
  await check.forEach(posts, async (members, testCase) => {
    const exchange = await requestMessage(testCase, { ...members, content }, intruder.options);
    expectAccessRejected(testCase, exchange, "a message into a channel");
  });
}

/** The intruder may have a channel of that name; what it sends there must not appear in the owner's. */
async function checkPostToOwnChannel(
  baseCheck: CheckContext,
  { owner, intruder }: CrossWorkspaceAccess,
): Promise<void> {
  const check = withUrgentRequests(baseCheck);
  const word = wordOf(check.context, `intrusion into ${owner.name}`);
  const anchor = await sendAnchor(check, owner.channel, owner.options);
  const members = { channelId: owner.channel, content: `${check.context.mark} ${word}` };
  await requestMessage(check, members, intruder.options);
  await watchChannel(check, anchor, ({ messages, exchanges }) => {
    check.asserted();
    const place = messages.findIndex(({ content }) => typeof content === "string" && content.includes(word));
    if (place < 0) return;
    fail({
      message: "a message sent with a key of another workspace must not come into a channel of this one",
      expected: "no message of it",
      actual: `the message ${JSON.stringify(messages[place]?.id)}`,
      verifier: "leak",
      pointer: "/data/messages",
      keyword: "leak",
      exchanges,
    });
  });
}

/** The contract leaves open whether a thread of another workspace can be named. If so, nothing may change there. */
async function checkRepeatedReplies(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  // A separate message: in a busy channel, one that was sent much earlier is many pages away.
  const [secret, later] = await sendTwo(check, `replied to from outside ${owner.name}`, owner);
  // A reply to a message of ours with the same number would be counted there, while other checks use it.
  if (isOurs(intruder)) requireUniqueAcrossWorkspaces(secret.id);
  const position = { later };
  // The list of a channel may lag: only a message that was seen before can be seen to change.
  const before = await requireEventually(check, "messages.send.readable", async () => {
    const seen = await findMessage(check, owner.channel, secret.id, position, owner.options);
    const why = {
      message: "the message is not listed",
      expected: secret.id,
      actual: "a listing without this message",
      keyword: "missing",
    };
    expectThat(seen !== null, why);
    return seen;
  });
  let shown = before;
  for (let index = 0; index < COUNTED_REPLIES; index += 1) {
    const content = `${check.context.mark} ${wordOf(check.context, `reply ${index} from outside to ${owner.name}`)}`;
    await requestMessage(check, { channelId: intruder.channel, threadId: secret.id, content }, intruder.options);
    const after = await findMessage(check, owner.channel, secret.id, position, owner.options);
    const [countBefore, countAfter] = [shown?.message.replyCount ?? 0, after?.message.replyCount];
    check.asserted();
    if (countAfter === countBefore || typeof countAfter !== "number") return;
    expectThat(index < COUNTED_REPLIES - 1, {
      message: "a reply from another workspace must not count among the replies of a message",
      expected: `a replyCount of ${JSON.stringify(countBefore)}`,
      actual: JSON.stringify(countAfter),
      pointer: `${after?.pointer ?? ""}/replyCount`,
      keyword: "reply",
    });
    shown = after;
  }
}

/**
 * The same check with one reply and one read, which other checks need too. The counted reply may be of someone else, so
 * the full check follows if any was counted.
 */
async function checkReply(check: CheckContext, access: CrossWorkspaceAccess): Promise<void> {
  const { seen } = await attackedMessageOf(check.context)(check, access);
  const count = seen?.message.replyCount;
  check.asserted();
  if (typeof count === "number" && count > 0) await checkRepeatedReplies(check, access);
}

/** The number of replies that must each be counted: others in the workspace, such as a bot, may reply meanwhile. */
const COUNTED_REPLIES = 3;

/** Sends a message and one that follows it closely. */
async function sendTwo(
  check: CheckContext,
  key: string,
  { channel, options }: Workspace,
): Promise<[SentMessage, SentMessage]> {
  const send = (name: string) => sendMessage(check, name, { channelId: channel }, { ...options, ...URGENT });
  return [await send(key), await send(`after what is ${key}`)];
}

/** Our message is read again afterwards; for theirs, the rejection is enough. */
async function checkFlag(check: CheckContext, access: CrossWorkspaceAccess): Promise<void> {
  const { owner, intruder } = access;
  if (isOurs(intruder)) {
    const root = await owner.message(check);
    requireUniqueAcrossWorkspaces(root.id);
    // A reply, if accepted; for our workspace a message outside of threads is tried.
    const members = { channelId: owner.channel, threadId: root.id };
    const send = () => sendMessage(check, `reply flagged from outside ${owner.name}`, members, owner.options);
    const secret = (await tryOrNull(send)) ?? root;
    requireUniqueAcrossWorkspaces(secret.id);
    return expectNotRevealed(check, await flagFromOutside(check, secret, intruder), secret, "flagging a message");
  }
  const { secret, flag, seen } = await attackedMessageOf(check.context)(check, access);
  withEvidence([secret.response, flag], () => expectNotRevealed(check, flag, secret, "flagging a message"));
  expectNoFlag(seen);
}

/** Returns a message that the intruder has tried to reply to and flag, and how it is read afterwards. Once per run. */
const attackedMessageOf = oncePerRun(() =>
  oncePer(
    (_check, { owner }) => owner.name,
    async (check: CheckContext, { owner, intruder }: CrossWorkspaceAccess) => {
      const [secret, later] = await sendTwo(check, `flagged from outside ${owner.name}`, owner);
      if (intruder.channel !== "") {
        const content = `${check.context.mark} ${wordOf(check.context, `reply from outside to ${owner.name}`)}`;
        await requestMessage(check, { channelId: intruder.channel, threadId: secret.id, content }, intruder.options);
      }
      const flag = await flagFromOutside(check, secret, intruder);
      const seen = await findMessage(check, owner.channel, secret.id, { later }, owner.options);
      return { secret, flag, seen };
    },
  ),
);

function flagFromOutside(check: CheckContext, { id }: SentMessage, intruder: Workspace): Promise<Exchange> {
  const body = { messageId: id, reason: "Seen from outside" };
  return check.call("flag-needs-human", { body }, { ...intruder.options, ...REJECTED });
}

function expectNoFlag(seen: MessageSighting | null): void {
  const flag = asObject(seen?.message.metadata).needsHuman;
  expectThat(flag === undefined || flag === null, {
    message: "a message that a key of another workspace tried to flag must stay unchanged",
    expected: "no needsHuman in its metadata",
    actual: JSON.stringify(flag),
    pointer: seen?.pointer ?? "",
    keyword: "flagged",
  });
}

async function checkUpload(check: CheckContext, access: CrossWorkspaceAccess): Promise<void> {
  const { owner, intruder } = access;
  const exchange = await requestUpload(check, { channelId: owner.channel }, intruder.options);
  // A rejection is sufficient, whatever the name. A grant may be for a channel of the intruder's own.
  if (statusOf(exchange) === 200 && mayBeIntrudersOwn(access, "channel")) return checkUploadToOwnChannel(check, access);
  expectAccessRejected(check, exchange, "an upload into a channel");
}

/**
 * The intruder may have a channel of that name; a file that it uploads and sends there must not appear in the owner's.
 */
async function checkUploadToOwnChannel(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  const channelId = owner.channel;
  const sample = sampleFile(`upload into ${owner.name}`);
  const { attachmentId, file } = await uploadFile(check, sample, { channelId }, intruder.options);
  // Sent too, since a file may be available only in a message. Another check judges the effect of sending it.
  const members = { channelId, attachmentIds: [attachmentId] };
  await requestMessage(check, members, intruder.options);
  const granted = await requestDownload(check, { attachmentId, channelId }, owner.options);
  check.asserted();
  if (statusOf(granted) !== 200) return;
  // The same number may be the id of a file of the owner, which has other bytes.
  const fetched = await fetchSigned(check, urlAt(granted, "/data/signedUrl"));
  if (!hasSucceeded(fetched) || Buffer.compare(requireResponse(fetched).bytes, file.bytes) !== 0) return;
  fail({
    message: "a file that was uploaded with a key of another workspace must not come into a channel of this one",
    expected: "a rejection, or another file",
    actual: `the bytes of ${JSON.stringify(file.fileName)}`,
    verifier: "leak",
    pointer: "/data/signedUrl",
    keyword: "leak",
    exchanges: [granted, fetched],
  });
}

async function checkDownload(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  const attachment = await check.reference("attachment");
  const parameters = { channel: owner.channel, attachment };
  const own = await retryUntilUsable(check, () => check.call("request-file-download", { parameters }), NOT_YET_USABLE);
  requireAccepted(own, "files.download.succeeds");
  const channels = [owner.channel, ...(intruder.channel === "" ? [] : [intruder.channel])];
  await check.forEach(channels, async (channel, testCase) => {
    const exchange = await testCase.call(
      "request-file-download",
      { parameters: { channel, attachment } },
      intruder.options,
    );
    if (statusOf(exchange) === 200) requireUniqueAcrossWorkspaces(attachment);
    expectAccessRejected(testCase, exchange, "a file");
  });
}

async function checkAttachment(check: CheckContext, { intruder }: CrossWorkspaceAccess): Promise<void> {
  const attachment = await check.reference("attachment", "uploaded");
  const members = { channelId: intruder.channel, attachmentIds: [attachment] };
  const exchange = await requestMessage(check, members, intruder.options);
  if (statusOf(exchange) === 200) requireUniqueAcrossWorkspaces(attachment);
  expectAccessRejected(check, exchange, "attaching an upload");
  await checkAttachmentWithOwn(check, intruder, attachment);
  // The upload was usable: its own workspace can still attach it.
  const attach = () => requestMessage(check, { attachmentIds: [attachment] });
  requireAccepted(await retryUntilUsable(check, attach, NOT_YET_USABLE), "files.flow.attach");
}

/**
 * The file of another workspace comes after one of the sender's own: every file of a message must belong to the sender.
 */
async function checkAttachmentWithOwn(
  check: CheckContext,
  { channel: channelId, options, name }: Workspace,
  attachment: string,
): Promise<void> {
  const own = await tryOrNull(() =>
    uploadFile(check, sampleFile(`beside an upload of ${name}`), { channelId }, options),
  );
  if (own === null) return;
  const attachmentIds = [own.attachmentId, attachment];
  const exchange = await requestMessage(check, { channelId, attachmentIds }, options);
  if (statusOf(exchange) === 200) requireUniqueAcrossWorkspaces(attachment);
  expectAccessRejected(check, exchange, "attaching an upload after a file of the sender");
}
