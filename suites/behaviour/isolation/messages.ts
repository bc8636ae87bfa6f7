import { asObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { oncePer } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import { type CaseContext, type Check, type CheckContext, REJECTED } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat, fail, requireAccepted } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { listAt, requireResponse, urlAt } from "../../verifiers/read.ts";
import { sendAnchor, withUrgentRequests } from "../events/channel-feed.ts";
import { watchChannel } from "../events/repeated-reads.ts";
import { sampleFile } from "../files/sample-files.ts";
import { askForDownload, askForUpload, fetchSigned, hasSucceeded, uploadFile } from "../files/transfer.ts";
import { search } from "../messages/hits.ts";
import { look, type MessageSighting } from "../messages/listed.ts";
import { URGENT } from "../messages/pages.ts";
import { askToSend, type SentMessage, sendMessage } from "../messages/requests.ts";
import { requireEventually } from "../preconditions.ts";
import { expectKeptFrom, expectKeptOut, expectNoLeak, requireOneOnly } from "./leaks.ts";
import { bothWays, isOurs, mayBeOwn, type Reach, reachingForOurs, type Side, type Sides } from "./sides.ts";

/** Messages and files of one workspace, requested from another. */
export function messageIsolation(sides: Sides): Check[] {
  const needs = ["channel"] as const;
  return [
    ...bothWays(sides, { requirement: "isolation.search-messages", operations: ["search-messages"], needs }, searched),
    ...bothWays(sides, { requirement: "isolation.get-messages", operations: ["get-messages"], needs }, read),
    ...bothWays(sides, { requirement: "isolation.send-message", operations: ["send-message"], needs }, posted),
    repliedFromOutside(sides),
    ...bothWays(
      sides,
      { requirement: "isolation.flag-needs-human", operations: ["flag-needs-human"], needs },
      flagged,
      true,
    ),
    ...bothWays(
      sides,
      { requirement: "isolation.request-file-upload", operations: ["request-file-upload"], needs },
      uploaded,
    ),
    reachingForOurs(
      sides,
      { requirement: "isolation.request-file-download", operations: ["request-file-download"], needs },
      downloaded,
    ),
    reachingForOurs(
      sides,
      { requirement: "isolation.attachment", operations: ["send-message"], needs, intruderNeeds: needs },
      attached,
    ),
  ];
}

/** Replies to the message that strangers try to flag too. */
function repliedFromOutside(sides: Sides): Check {
  const fields = {
    requirement: "isolation.send-message",
    what: "a thread, by a reply",
    operations: ["send-message", "get-messages"],
    needs: ["channel"],
    intruderNeeds: ["channel"],
  } as const;
  return { ...reachingForOurs(sides, fields, repliedToFlagged), shared: true };
}

async function searched(check: CheckContext, { owner, intruder }: Reach): Promise<void> {
  const secret = await owner.message(check);
  await requireEventually(check, "messages.search.finds", async () => {
    const { ids } = await search(check, { query: secret.word }, owner.options);
    expectThat(ids.includes(secret.id), {
      message: "a message is not found in its own workspace",
      expected: secret.id,
      actual: "not there",
      keyword: "missing",
    });
  });
  const tries = [
    { query: secret.word },
    { query: secret.word, channelId: owner.channel },
    // Several words, some in all messages of the run: they may be searched differently from one word.
    { query: `${secret.word} ${check.context.mark} ${secret.word}`, limit: 5 },
    { query: check.context.mark },
    { query: check.context.mark, channelId: owner.channel },
    { query: secret.word, limit: 5 },
  ];
  const judge = async (parameters: (typeof tries)[number], one: CaseContext) => {
    const exchange = await one.call("search-messages", { parameters }, intruder.options);
    expectNoLeak(one, exchange, secret, "a message", [parameters.query]);
  };
  await check.forEach(tries, judge, { first: 3 });
}

/** Nothing of the channel may be shown: everything in it belongs to another workspace. */
async function read(check: CheckContext, reach: Reach): Promise<void> {
  const { owner, intruder } = reach;
  const secret = await owner.message(check);
  const { channel } = owner;
  const tries: JsonObject[] = [
    { channel, limit: 5 },
    { channel },
    { channel, before: secret.id },
    { channel, after: secret.id },
    { channel, before: secret.id, limit: 5 },
  ];
  const mayShowOwn = mayBeOwn(reach, "channel");
  // If the channel may be the reader's own, the secret, which only its words identify, must be on the page.
  if (mayShowOwn) tries.push({ channel, before: await sentLater(check, owner) });
  await check.forEach(tries, async (parameters, one) => {
    const exchange = await one.call("get-messages", { parameters }, intruder.options);
    if (mayShowOwn) return expectNoLeak(one, exchange, secret, "a message");
    one.asserted();
    if (requireResponse(exchange).status !== 200) return;
    const shown = listAt(exchange, "/data/messages").length;
    expectThat(shown === 0, {
      message: "no message of a channel of another workspace must be shown",
      expected: "a rejection, or no messages",
      actual: `${shown} messages`,
      pointer: "/data/messages",
      keyword: "leak",
    });
  });
}

async function sentLater(check: CheckContext, { name, channel, options }: Side): Promise<string> {
  return (await sendMessage(check, `sent later in ${name}`, { channelId: channel }, options)).id;
}

async function posted(check: CheckContext, reach: Reach): Promise<void> {
  const { owner, intruder } = reach;
  if (mayBeOwn(reach, "channel")) return postedToOwn(check, reach);
  const secret = await owner.message(check);
  const content = `${check.context.mark} ${wordOf(check.context, `intrusion into ${owner.name}`)}`;
  const posts = [{ channelId: owner.channel }, { channelId: owner.channel, threadId: secret.id }];
  await check.forEach(posts, async (members, one) => {
    const exchange = await askToSend(one, { ...members, content }, intruder.options);
    expectKeptOut(one, exchange, "a message into a channel");
  });
}

/** The intruder may have a channel of that name; what it sends there must not appear in the owner's. */
async function postedToOwn(asked: CheckContext, { owner, intruder }: Reach): Promise<void> {
  const check = withUrgentRequests(asked);
  const word = wordOf(check.context, `intrusion into ${owner.name}`);
  const anchor = await sendAnchor(check, owner.channel, owner.options);
  const members = { channelId: owner.channel, content: `${check.context.mark} ${word}` };
  await askToSend(check, members, intruder.options);
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
async function repliedTo(check: CheckContext, { owner, intruder }: Reach): Promise<void> {
  // A separate message: in a busy channel, one that was sent long before is many pages away.
  const [secret, later] = await sendTwo(check, `replied to from outside ${owner.name}`, owner);
  // A reply to a message of ours with the same number would be counted there, while other checks use it.
  if (isOurs(intruder)) requireOneOnly(secret.id);
  const place = { later };
  // The list of a channel may lag: only a message that was seen before can be seen to change.
  const before = await requireEventually(check, "messages.send.readable", async () => {
    const seen = await look(check, owner.channel, secret.id, place, owner.options);
    const why = {
      message: "the message is not listed",
      expected: secret.id,
      actual: "other messages",
      keyword: "missing",
    };
    expectThat(seen !== null, why);
    return seen;
  });
  let shown = before;
  for (let index = 0; index < REPLIES; index += 1) {
    const content = `${check.context.mark} ${wordOf(check.context, `reply ${index} from outside to ${owner.name}`)}`;
    await askToSend(check, { channelId: intruder.channel, threadId: secret.id, content }, intruder.options);
    const after = await look(check, owner.channel, secret.id, place, owner.options);
    const [had, has] = [shown?.message.replyCount ?? 0, after?.message.replyCount];
    check.asserted();
    if (has === had || typeof has !== "number") return;
    expectThat(index < REPLIES - 1, {
      message: "a reply from another workspace must not count among the replies of a message",
      expected: `a replyCount of ${JSON.stringify(had)}`,
      actual: JSON.stringify(has),
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
async function repliedToFlagged(check: CheckContext, reach: Reach): Promise<void> {
  const { seen } = await besiegedOf(check.context)(check, reach);
  const count = seen?.message.replyCount;
  check.asserted();
  if (typeof count === "number" && count > 0) await repliedTo(check, reach);
}

/** The number of replies that must each be counted: others in the workspace, such as a bot, may reply meanwhile. */
const REPLIES = 3;

/** Sends a message and one that follows it closely. */
async function sendTwo(
  check: CheckContext,
  key: string,
  { channel, options }: Side,
): Promise<[SentMessage, SentMessage]> {
  const send = (name: string) => sendMessage(check, name, { channelId: channel }, { ...options, ...URGENT });
  return [await send(key), await send(`after what is ${key}`)];
}

/** Our message is read again afterwards; for theirs, the rejection is enough. */
async function flagged(check: CheckContext, reach: Reach): Promise<void> {
  const { owner, intruder } = reach;
  if (isOurs(intruder)) {
    const root = await owner.message(check);
    requireOneOnly(root.id);
    // A reply, if accepted; for our side a message outside of threads is tried.
    const members = { channelId: owner.channel, threadId: root.id };
    const send = () => sendMessage(check, `reply flagged from outside ${owner.name}`, members, owner.options);
    const secret = (await tryOrNull(send)) ?? root;
    requireOneOnly(secret.id);
    return expectKeptFrom(check, await flagFromOutside(check, secret, intruder), secret, "flagging a message");
  }
  const { secret, flag, seen } = await besiegedOf(check.context)(check, reach);
  judging([secret.response, flag], () => expectKeptFrom(check, flag, secret, "flagging a message"));
  expectNoFlag(seen);
}

/** Returns a message that strangers have tried to reply to and flag, and how it is read afterwards. Once per run. */
const besiegedOf = oncePerRun(() =>
  oncePer(
    (_check, { owner }) => owner.name,
    async (check: CheckContext, { owner, intruder }: Reach) => {
      const [secret, later] = await sendTwo(check, `flagged from outside ${owner.name}`, owner);
      if (intruder.channel !== "") {
        const content = `${check.context.mark} ${wordOf(check.context, `reply from outside to ${owner.name}`)}`;
        await askToSend(check, { channelId: intruder.channel, threadId: secret.id, content }, intruder.options);
      }
      const flag = await flagFromOutside(check, secret, intruder);
      const seen = await look(check, owner.channel, secret.id, { later }, owner.options);
      return { secret, flag, seen };
    },
  ),
);

function flagFromOutside(check: CheckContext, { id }: SentMessage, intruder: Side): Promise<Exchange> {
  const body = { messageId: id, reason: "Seen from outside" };
  return check.call("flag-needs-human", { body }, { ...intruder.options, ...REJECTED });
}

function expectNoFlag(seen: MessageSighting | null): void {
  const flag = asObject(seen?.message.metadata).needsHuman;
  expectThat(flag === undefined || flag === null, {
    message: "a message that a key of another workspace tried to flag must stay as it was",
    expected: "no needsHuman in its metadata",
    actual: JSON.stringify(flag),
    pointer: seen?.pointer ?? "",
    keyword: "flagged",
  });
}

async function uploaded(check: CheckContext, reach: Reach): Promise<void> {
  const { owner, intruder } = reach;
  const exchange = await askForUpload(check, { channelId: owner.channel }, intruder.options);
  // A rejection is sufficient, whatever the name. A grant may be for a channel of the intruder's own.
  if (statusOf(exchange) === 200 && mayBeOwn(reach, "channel")) return uploadedToOwn(check, reach);
  expectKeptOut(check, exchange, "an upload into a channel");
}

/**
 * The intruder may have a channel of that name; a file that it uploads and sends there must not appear in the owner's.
 */
async function uploadedToOwn(check: CheckContext, { owner, intruder }: Reach): Promise<void> {
  const channelId = owner.channel;
  const sample = sampleFile(`upload into ${owner.name}`);
  const { attachmentId, file } = await uploadFile(check, sample, { channelId }, intruder.options);
  // Sent too, since a file may be available only in a message. Another check judges the effect of sending it.
  const members = { channelId, attachmentIds: [attachmentId] };
  await askToSend(check, members, intruder.options);
  const granted = await askForDownload(check, { attachmentId, channelId }, owner.options);
  check.asserted();
  if (statusOf(granted) !== 200) return;
  // The same number may be the id of a file of the owner, which has other bytes.
  const got = await fetchSigned(check, urlAt(granted, "/data/signedUrl"));
  if (!hasSucceeded(got) || Buffer.compare(requireResponse(got).bytes, file.bytes) !== 0) return;
  fail({
    message: "a file that was uploaded with a key of another workspace must not come into a channel of this one",
    expected: "a rejection, or another file",
    actual: `the bytes of ${JSON.stringify(file.fileName)}`,
    verifier: "leak",
    pointer: "/data/signedUrl",
    keyword: "leak",
    exchanges: [granted, got],
  });
}

async function downloaded(check: CheckContext, { owner, intruder }: Reach): Promise<void> {
  const attachment = await check.reference("attachment");
  const parameters = { channel: owner.channel, attachment };
  const own = await retryUntilUsable(check, () => check.call("request-file-download", { parameters }), NOT_YET_USABLE);
  requireAccepted(own, "files.download.succeeds");
  const channels = [owner.channel, ...(intruder.channel === "" ? [] : [intruder.channel])];
  await check.forEach(channels, async (channel, one) => {
    const exchange = await one.call("request-file-download", { parameters: { channel, attachment } }, intruder.options);
    if (statusOf(exchange) === 200) requireOneOnly(attachment);
    expectKeptOut(one, exchange, "a file");
  });
}

async function attached(check: CheckContext, { intruder }: Reach): Promise<void> {
  const attachment = await check.reference("attachment", "uploaded");
  const members = { channelId: intruder.channel, attachmentIds: [attachment] };
  const exchange = await askToSend(check, members, intruder.options);
  if (statusOf(exchange) === 200) requireOneOnly(attachment);
  expectKeptOut(check, exchange, "attaching an upload");
  await attachedBeside(check, intruder, attachment);
  // The upload was usable: its own workspace can still attach it.
  const attach = () => askToSend(check, { attachmentIds: [attachment] });
  requireAccepted(await retryUntilUsable(check, attach, NOT_YET_USABLE), "files.flow.attach");
}

/**
 * The file of another workspace comes after one of the sender's own: every file of a message must belong to the sender.
 */
async function attachedBeside(
  check: CheckContext,
  { channel: channelId, options, name }: Side,
  attachment: string,
): Promise<void> {
  const own = await tryOrNull(() =>
    uploadFile(check, sampleFile(`beside an upload of ${name}`), { channelId }, options),
  );
  if (own === null) return;
  const attachmentIds = [own.attachmentId, attachment];
  const exchange = await askToSend(check, { channelId, attachmentIds }, options);
  if (statusOf(exchange) === 200) requireOneOnly(attachment);
  expectKeptOut(check, exchange, "attaching an upload, behind a file of its own,");
}
