import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { wordOf } from "../../models/words.ts";
import { expectAccepted, expectRejected, expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { expectHidden } from "../expect-hidden.ts";
import { requireEventually } from "../preconditions.ts";
import { pagesOf, requireMessageRead } from "./channel-pages.ts";
import { channelsClosedToOtherAgent } from "./channels.ts";
import { PORTABLE_LIMIT, readPage } from "./pages.ts";
import { type NotUploaded, rejectionsOf } from "./rejection-fixtures.ts";
import { requestMessage, sendMessage } from "./requests.ts";
import { search } from "./search.ts";

/** Checks that invalid messages are rejected and leave no trace. */
export function rejectedChecks(context: RunContext): Check[] {
  return [
    notSentToForeignChannel(),
    ...withExistingFixtures(context, [notSentByOtherAgent()]),
    unknownChannelRejected(),
    unknownAttachmentRejected(),
    attachmentWithoutBytesRejected(),
    rejectedMessagesLeaveNoTrace(),
    fileUsableAfterRejection(),
  ];
}

const UNKNOWN_CHANNEL_STATUSES = [400, 403, 404];
/** Statuses that may reject an unusable attachment. The contract does not state which. */
const UNUSABLE_FILE_STATUSES = [400, 403, 404, 409];
const SENDS = { operations: ["send-message"] };

function notSentToForeignChannel(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.membership",
      name: "a message to a foreign channel, or to a thread in it, is rejected",
      fixtures: ["memberChannel", "foreignChannel"],
    },
    async (check) => {
      const { foreignChannel = "", messages } = check.context.target.fixtures;
      // The caller's own message was accepted, so the rejection is meaningful.
      const own = await check.reference("message");
      const threads = messages?.foreign?.id === undefined ? [] : [{ threadId: messages.foreign.id }];
      await check.forEach([{}, ...threads], (members: JsonObject, testCase) =>
        expectNotSent(testCase, { ...members, channelId: foreignChannel }),
      );
      await expectNotSentWithOwnThread(check, foreignChannel, own);
    },
  );
}

/** The rule applies to any caller. */
function notSentByOtherAgent(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.membership",
      name: "a message of another agent to a channel that it does not belong to is rejected",
      isCostly: true,
      fixtures: ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      await sendMessage(check, "control of another as a sender", { channelId: channel }, { apiKey });
      await check.forEach(await channelsClosedToOtherAgent(check), async (channelId, testCase) => {
        const send = (id: string) => requestMessage(testCase, { channelId: id }, { apiKey });
        const exchange = await send(channelId);
        testCase.asserted();
        await expectHidden(exchange, "a message to a channel that its sender does not belong to", () =>
          send(absentId(channelId, testCase.context.mark)),
        );
      });
    },
  );
}

/**
 * A thread of the caller gives no access to another channel: a message that names both is rejected, or is sent into the
 * thread's channel.
 */
async function expectNotSentWithOwnThread(check: CheckContext, channelId: string, own: string): Promise<void> {
  const content = `${check.context.mark} ${wordOf(check.context, `not to be sent beside ${own}`)}`;
  const exchange = await requestMessage(check, { content, channelId, threadId: own });
  check.asserted();
  if (requireResponse(exchange).status !== 200) return;
  expectThat(valueAt(exchange, "/data/channelId") !== channelId, {
    message: "a reply in a thread of the caller must not be sent to a channel that the caller does not belong to",
    expected: "a rejection",
    actual: `a message of the channel ${channelId}`,
    pointer: "/data/channelId",
    keyword: "channel",
  });
}

async function expectNotSent(check: CaseContext, members: JsonObject & { channelId: string }): Promise<void> {
  // With a unique word that identifies it if it is sent nevertheless.
  const content = `${check.context.mark} ${wordOf(check.context, `not to be sent ${JSON.stringify(members)}`)}`;
  const send = (otherMembers: JsonObject) => requestMessage(check, { content, ...members, ...otherMembers });
  const exchange = await send({});
  check.asserted();
  await expectHidden(exchange, "a message to a channel that the caller does not belong to", () =>
    send({ channelId: absentId(members.channelId, check.context.mark) }),
  );
}

function unknownChannelRejected(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.unknown-channel",
      name: "a message to a channel that does not exist is rejected",
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const real = await check.reference("channel");
      await check.baseline("send-message");
      await check.forEach(["one", "two"], async (salt, testCase) => {
        const exchange = await requestMessage(testCase, { channelId: absentId(real, salt) });
        testCase.asserted();
        expectRejected(exchange, "a message to a channel that does not exist", UNKNOWN_CHANNEL_STATUSES);
      });
    },
  );
}

function unknownAttachmentRejected(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.unknown-attachment",
      name: "an attachment id that was never issued is rejected, alone and with a valid one",
      operations: ["send-message", "request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { unknownAttachments, notUploaded } = await rejectionsOf(check.context)(check);
      for (const exchange of unknownAttachments) {
        check.asserted();
        withEvidence([exchange], () =>
          expectRejected(exchange, "an attachment id that no upload gave", UNUSABLE_FILE_STATUSES),
        );
      }
      requireUploadAccepted(notUploaded);
    },
  );
}

/** A target that rejects every file rejects an invalid one too, so a good one must have been accepted. */
function requireUploadAccepted({ hasUploaded, acceptedAfter }: NotUploaded): void {
  if (!hasUploaded)
    throw new Inconclusive(
      "no file could be uploaded, so no control with an uploaded file is possible",
      "files.flow.put",
    );
  if (acceptedAfter !== null) requireAccepted(acceptedAfter, "files.flow.attach");
}

function attachmentWithoutBytesRejected(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.not-uploaded",
      name: "an attachment without its bytes is rejected, alone and with a valid one",
      operations: ["send-message", "request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { notUploaded } = await rejectionsOf(check.context)(check);
      for (const exchange of notUploaded.rejected) {
        check.asserted();
        withEvidence([exchange], () =>
          expectRejected(exchange, "an attachment whose bytes were not uploaded", UNUSABLE_FILE_STATUSES),
        );
      }
      requireUploadAccepted(notUploaded);
    },
  );
}

/** The good file of a rejected message with a file without bytes. */
function fileUsableAfterRejection(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "files.flow.attach",
      name: "a file can be attached after messages that named it were rejected",
      operations: ["request-file-upload", "send-message"],
      fixtures: ["memberChannel"],
      reusesResponses: true,
    },
    async (check) => {
      const { hasUploaded, rejected, acceptedAfter } = (await rejectionsOf(check.context)(check)).notUploaded;
      if (!hasUploaded) throw new Inconclusive("no file could be uploaded", "files.flow.put");
      if (
        acceptedAfter === null ||
        !rejected.every((exchange) => UNUSABLE_FILE_STATUSES.includes(statusOf(exchange)))
      ) {
        throw new Inconclusive("a file without its bytes was not rejected", "messages.send.not-uploaded");
      }
      check.asserted();
      withEvidence([...rejected, acceptedAfter], () =>
        expectAccepted(acceptedAfter, "a message with an uploaded file that only rejected messages have named"),
      );
    },
  );
}

/** Rejected messages, each with a unique word, are neither read nor found afterwards. */
function rejectedMessagesLeaveNoTrace(): Check {
  return defineCheck(
    {
      requirement: "messages.send.refused-without-effect",
      name: "a rejected message is neither listed nor found",
      operations: ["send-message", "get-messages", "search-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { channel, words, first, last, later } = await rejectionsOf(check.context)(check);
      if (words.length === 0) throw new Inconclusive("no message was rejected", "messages.send.unknown-attachment");
      const section = { channel, later, earlier: first };
      const read = () => pagesOf(check, section);
      const firstPages = await read();
      const isLastRead = firstPages.some(({ ids }) => ids.includes(last.id));
      if (!isLastRead) await requireMessageRead(check, last.id, section);
      const pages = isLastRead ? firstPages : await read();
      pages.push(await readPage(check, { channel, limit: PORTABLE_LIMIT, after: first.id }));
      for (const { messages } of pages) {
        check.asserted();
        expectNoneOf(messages, words);
      }
      await requireFound(check, last.word, last.id);
      const judge = async (query: string, testCase: CaseContext) => {
        const { hits } = await search(testCase, { query });
        testCase.asserted();
        expectNoneOf(hits, words);
      };
      await check.forEach(words, judge, { first: 2 });
    },
  );
}

async function requireFound(check: CaseContext, query: string, id: string): Promise<void> {
  await requireEventually(check, "messages.search.finds", async () => {
    const { ids } = await search(check, { query });
    expectThat(ids.includes(id), {
      message: "a message that was sent must be found",
      expected: id,
      actual: "not among the hits",
      keyword: "missing",
    });
  });
}

function expectNoneOf(messages: readonly JsonObject[], words: readonly string[]): void {
  const place = messages.findIndex(
    ({ content }) => typeof content === "string" && words.some((word) => content.includes(word)),
  );
  expectThat(place < 0, {
    message: "a message that was rejected must appear nowhere",
    expected: "no message with a word of it",
    actual: `found at /data/messages/${place}`,
    pointer: `/data/messages/${place}`,
    keyword: "left",
  });
}
