import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { wordOf } from "../../models/words.ts";
import { expectAccepted, expectRejected, expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { expectHidden } from "../expect-hidden.ts";
import { requireEventually } from "../preconditions.ts";
import { channelsClosedToAnother } from "./channels.ts";
import { search } from "./hits.ts";
import { pagesOf, requireSightIn } from "./listed.ts";
import { twoOfAnother } from "./of-another.ts";
import { readPage, WIDE } from "./pages.ts";
import { rejectionsOf, type TooEarly } from "./rejected-once.ts";
import { askToSend, sendMessage } from "./requests.ts";

/** Checks that invalid messages are rejected and leave no trace. */
export function rejectedChecks(context: RunContext): Check[] {
  return [
    foreign(),
    ofAnother(),
    ...withExistingFixtures(context, [fromAnother()]),
    unknownChannel(),
    unknownAttachment(),
    notUploaded(),
    nothingLeft(),
    takenAfterRejection(),
  ];
}

const UNKNOWN = [400, 403, 404];
/** Statuses that may reject an unusable attachment. The contract does not state which. */
const UNUSABLE = [400, 403, 404, 409];
const SENDS = { operations: ["send-message"] };

function foreign(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.membership",
      name: "nothing is sent to a foreign channel, nor into a thread there",
      fixtures: ["memberChannel", "foreignChannel"],
    },
    async (check) => {
      const { foreignChannel = "", messages } = check.context.target.fixtures;
      // The caller's own message was accepted, so the rejection is meaningful.
      const own = await check.reference("message");
      const threads = messages?.foreign?.id === undefined ? [] : [{ threadId: messages.foreign.id }];
      await check.forEach([{}, ...threads], (members: JsonObject, one) =>
        expectNotSent(one, { ...members, channelId: foreignChannel }),
      );
      await expectNotBeside(check, foreignChannel, own);
    },
  );
}

function ofAnother(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.membership",
      name: "nothing is sent to a channel of another agent, nor into a thread there",
      early: true,
      fixtures: ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { apiKey = "", channel: channelId = "" } = check.context.target.fixtures.otherAgent ?? {};
      const head = await twoOfAnother(check);
      // Members can reply in the thread, so the rejection is meaningful.
      await sendMessage(check, "reply of another", { channelId, threadId: head.id }, { apiKey });
      await check.forEach([{}, { threadId: head.id }], (members: JsonObject, one) =>
        expectNotSent(one, { ...members, channelId }),
      );
    },
  );
}

/** The rule applies to any caller. */
function fromAnother(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.membership",
      name: "another agent sends nothing to a channel that it does not belong to",
      costly: true,
      fixtures: ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      await sendMessage(check, "control of another as a sender", { channelId: channel }, { apiKey });
      await check.forEach(await channelsClosedToAnother(check), async (channelId, one) => {
        const send = (id: string) => askToSend(one, { channelId: id }, { apiKey });
        const exchange = await send(channelId);
        one.asserted();
        await expectHidden(exchange, "a message to a channel that its sender does not belong to", () =>
          send(absentId(channelId, one.context.mark)),
        );
      });
    },
  );
}

/**
 * A thread of the caller gives no access to another channel: a message that names both is rejected, or is sent into the
 * thread's channel.
 */
async function expectNotBeside(check: CheckContext, channelId: string, own: string): Promise<void> {
  const content = `${check.context.mark} ${wordOf(check.context, `not to be sent beside ${own}`)}`;
  const exchange = await askToSend(check, { content, channelId, threadId: own });
  check.asserted();
  if (requireResponse(exchange).status !== 200) return;
  expectThat(valueAt(exchange, "/data/channelId") !== channelId, {
    message: "a message into a thread of the caller's must not come into a channel that the caller does not belong to",
    expected: "a rejection",
    actual: `a message of the channel ${channelId}`,
    pointer: "/data/channelId",
    keyword: "channel",
  });
}

async function expectNotSent(check: CaseContext, members: JsonObject & { channelId: string }): Promise<void> {
  // With a unique word that identifies it if it is sent nevertheless.
  const content = `${check.context.mark} ${wordOf(check.context, `not to be sent ${JSON.stringify(members)}`)}`;
  const send = (more: JsonObject) => askToSend(check, { content, ...members, ...more });
  const exchange = await send({});
  check.asserted();
  await expectHidden(exchange, "a message to a channel that the caller does not belong to", () =>
    send({ channelId: absentId(members.channelId, check.context.mark) }),
  );
}

function unknownChannel(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.unknown-channel",
      name: "nothing is sent to a channel that does not exist",
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const real = await check.reference("channel");
      await check.baseline("send-message");
      await check.forEach(["one", "two"], async (salt, one) => {
        const exchange = await askToSend(one, { channelId: absentId(real, salt) });
        one.asserted();
        expectRejected(exchange, "a message to a channel that does not exist", UNKNOWN);
      });
    },
  );
}

function unknownAttachment(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.unknown-attachment",
      name: "an attachment id that was never issued is rejected, alone and with a valid one",
      operations: ["send-message", "request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { ofNoFile, tooEarly } = await rejectionsOf(check.context)(check);
      for (const exchange of ofNoFile) {
        check.asserted();
        judging([exchange], () => expectRejected(exchange, "an attachment id that no upload gave", UNUSABLE));
      }
      requireGood(tooEarly);
    },
  );
}

/** A target that rejects every file rejects an invalid one too, so a good one must have been accepted. */
function requireGood({ hasGood, taken }: TooEarly): void {
  if (!hasGood)
    throw new Inconclusive("no file could be uploaded, to show that one with its bytes is accepted", "files.flow.put");
  if (taken !== null) requireAccepted(taken, "files.flow.attach");
}

function notUploaded(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.not-uploaded",
      name: "an attachment without its bytes is rejected, alone and with a valid one",
      operations: ["send-message", "request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { tooEarly } = await rejectionsOf(check.context)(check);
      for (const exchange of tooEarly.rejected) {
        check.asserted();
        judging([exchange], () => expectRejected(exchange, "an attachment whose bytes were not uploaded", UNUSABLE));
      }
      requireGood(tooEarly);
    },
  );
}

/** The good file of a rejected message with a file without bytes. */
function takenAfterRejection(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "files.flow.attach",
      name: "a file that rejected messages named can be attached",
      operations: ["request-file-upload", "send-message"],
      fixtures: ["memberChannel"],
      shared: true,
    },
    async (check) => {
      const { hasGood, rejected, taken } = (await rejectionsOf(check.context)(check)).tooEarly;
      if (!hasGood) throw new Inconclusive("no file could be uploaded", "files.flow.put");
      if (taken === null || !rejected.every((exchange) => UNUSABLE.includes(statusOf(exchange)))) {
        throw new Inconclusive("a file without its bytes was not rejected", "messages.send.not-uploaded");
      }
      check.asserted();
      judging([...rejected, taken], () =>
        expectAccepted(taken, "a message with a file that is uploaded, and that only rejected messages have named"),
      );
    },
  );
}

/** Rejected messages, each with a unique word, are neither read nor found afterwards. */
function nothingLeft(): Check {
  return defineCheck(
    {
      requirement: "messages.send.refused-without-effect",
      name: "nothing is read or found of a message that was rejected",
      operations: ["send-message", "get-messages", "search-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { channel, words, first, last, later } = await rejectionsOf(check.context)(check);
      if (words.length === 0) throw new Inconclusive("no message was rejected", "messages.send.unknown-attachment");
      const stretch = { channel, later, earlier: first };
      const read = () => pagesOf(check, stretch);
      const atOnce = await read();
      const isThere = atOnce.some(({ ids }) => ids.includes(last.id));
      if (!isThere) await requireSightIn(check, last.id, stretch);
      const pages = isThere ? atOnce : await read();
      pages.push(await readPage(check, { channel, limit: WIDE, after: first.id }));
      for (const { messages } of pages) {
        check.asserted();
        expectNoneOf(messages, words);
      }
      await requireFound(check, last.word, last.id);
      const judge = async (query: string, one: CaseContext) => {
        const { hits } = await search(one, { query });
        one.asserted();
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
      actual: "not there",
      keyword: "missing",
    });
  });
}

function expectNoneOf(messages: readonly JsonObject[], words: readonly string[]): void {
  const left = messages.findIndex(
    ({ content }) => typeof content === "string" && words.some((word) => content.includes(word)),
  );
  expectThat(left < 0, {
    message: "a message that was rejected must appear nowhere",
    expected: "no message with a word of it",
    actual: `one at /data/messages/${left}`,
    pointer: `/data/messages/${left}`,
    keyword: "left",
  });
}
