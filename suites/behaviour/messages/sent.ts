import type { Exchange } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { defineCheck, further } from "../define-check.ts";
import type { Conversation } from "./conversation.ts";
import { flaggingOf } from "./flagging.ts";
import { needSightIn } from "./listed.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

type Held = (check: CheckContext) => Promise<Conversation>;

/** What the response to a sending says about channel, thread and sender. */
export function sentChecks(conversation: Held): Check[] {
  return [
    channel(conversation),
    root(conversation),
    ...further([rootWithReply()]),
    reply(),
    sender(conversation),
    senderOfFiles(),
    otherSender(conversation),
    senderType(conversation),
  ];
}

const SENDS = { operations: ["send-message"], fixtures: ["memberChannel"] };

function channel(conversation: Held): Check {
  return defineCheck(
    { ...SENDS, requirement: "messages.send.channel", name: "the response names the channel that was asked for" },
    async (check) => {
      const { roots, reply: inThread } = await conversation(check);
      // Of what others send: messages and replies, with files and without.
      for (const { asked, answer } of [...roots, inThread, ...(await ofAllKinds(check))]) {
        const why = "a sent message must name the channel that was asked for";
        check.asserted();
        judging([answer], () => expectEqual(answer, "/data/channelId", asked.channelId ?? null, why));
      }
    },
  );
}

function root(conversation: Held): Check {
  return defineCheck(
    { ...SENDS, requirement: "messages.send.root", name: "a message outside of threads has no parent" },
    async (check) => {
      const { roots } = await conversation(check);
      for (const { answer } of roots.slice(0, 3)) {
        check.asserted();
        expectNoParent(answer, "/data");
      }
    },
  );
}

function rootWithReply(): Check {
  return defineCheck(
    {
      requirement: "messages.send.root",
      name: "a message with a reply is read without a parent",
      operations: ["send-message", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channelId = await check.reference("channel");
      const head = await sendMessage(check, "read with a reply", { channelId });
      await sendMessage(check, "the reply to it", { channelId, threadId: head.id });
      const later = await sendMessage(check, "after the reply to it", { channelId });
      const { exchange, pointer } = await needSightIn(check, head.id, { channel: channelId, later });
      check.asserted();
      judging([exchange], () => expectNoParent(exchange, pointer));
    },
  );
}

function expectNoParent(exchange: Exchange, message: string): void {
  const pointer = `${message}/parentId`;
  const actual = valueAt(exchange, pointer);
  expectThat(isUnset(actual), {
    message: "a message that was sent into no thread must have no parent",
    expected: "no parentId",
    actual: JSON.stringify(actual),
    pointer,
    keyword: "set",
  });
}

function reply(): Check {
  return defineCheck(
    { ...SENDS, requirement: "messages.send.reply", name: "a reply names the message of its thread as its parent" },
    async (check) => {
      const heads = await Promise.all(
        ownChannels(check.world).map(async (channelId) => ({
          channelId,
          head: await sendMessage(check, `head ${channelId}`, { channelId }),
        })),
      );
      // The first of them carries a file, where it is in the channel that uploads of the run are for.
      const file = await tryOrNull(async () =>
        heads[0]?.channelId === (await check.reference("channel")) ? check.reference("attachment", "uploaded") : null,
      );
      const files = file === null ? [] : [file];
      await check.forEach(
        [...heads, ...heads].map((one, turn) => ({ ...one, turn, file: files[turn] })),
        async ({ channelId, head, turn, file }, one) => {
          const members = { channelId, threadId: head.id, ...(file === undefined ? {} : { attachmentIds: [file] }) };
          const { answer } = await sendMessage(one, `reply ${turn} to ${head.id}`, members);
          one.asserted();
          expectEqual(answer, "/data/parentId", head.id, "a reply must have the message of its thread as its parent");
        },
        { describe: ({ channelId, head }) => ({ channelId, threadId: head.id }) },
      );
    },
  );
}

function sender(conversation: Held): Check {
  return defineCheck(
    { ...SENDS, requirement: "messages.send.sender", name: "all messages of one key name one sender" },
    async (check) => {
      const { roots, reply: inThread } = await conversation(check);
      const first = await sendMessage(check, "who sends", {
        channelId: check.world.target.fixtures.memberChannel ?? "",
      });
      expectOneSender(check, first, [...roots, inThread]);
    },
  );
}

/** What is sent with files, in threads and outside, and what is flagged afterwards. */
function senderOfFiles(): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.sender",
      name: "messages with files name the sender that others name",
      shared: true,
    },
    async (check) => {
      const { flagged, unflagged } = await flaggingOf(check.world)(check);
      const sent = [...unflagged, ...flagged].map((one) => one.sent);
      const plain = sent.find(({ asked }) => asked.attachmentIds === undefined);
      if (plain) expectOneSender(check, plain, sent);
    },
  );
}

function expectOneSender(check: CheckContext, first: SentMessage, others: readonly SentMessage[]): void {
  const named = senderOf(first);
  if (named === undefined) return;
  for (const { answer } of others) {
    if (isUnset(valueAt(answer, "/data/senderId"))) continue;
    check.asserted();
    judging([first.answer, answer], () =>
      expectEqual(answer, "/data/senderId", named, "messages that were sent with one key must name one sender"),
    );
  }
}

function senderOf({ answer }: SentMessage): string | undefined {
  const value = valueAt(answer, "/data/senderId");
  return typeof value === "string" && value !== "" ? value : undefined;
}

function otherSender(conversation: Held): Check {
  return defineCheck(
    {
      ...SENDS,
      requirement: "messages.send.sender",
      name: "a message of another agent names another sender",
      fixtures: ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { apiKey = "", channel: channelId = "" } = check.world.target.fixtures.otherAgent ?? {};
      const { roots } = await conversation(check);
      const mine = roots[0] ? senderOf(roots[0]) : undefined;
      const other = await sendMessage(check, "another sender", { channelId }, { apiKey });
      const theirs = senderOf(other);
      if (mine === undefined || theirs === undefined) return;
      check.asserted();
      expectThat(mine !== theirs, {
        message: "messages of two agents must name two senders",
        expected: `another senderId than that of the caller`,
        actual: theirs,
        pointer: "/data/senderId",
        keyword: "shared",
      });
    },
  );
}

function senderType(conversation: Held): Check {
  return defineCheck(
    { ...SENDS, requirement: "messages.send.sender-type", name: "an agent's message does not name a human" },
    async (check) => {
      const { roots, reply: inThread } = await conversation(check);
      for (const { answer } of [...roots.slice(0, 3), inThread, ...(await ofAllKinds(check))]) {
        const type = valueAt(answer, "/data/senderType");
        if (isUnset(type)) continue;
        check.asserted();
        judging([answer], () =>
          expectThat(type !== "human", {
            message: "a message that an agent sent must not name a human as its sender type",
            expected: "any sender type but human",
            actual: JSON.stringify(type),
            pointer: "/data/senderType",
            keyword: "human",
          }),
        );
      }
    },
  );
}

/** Messages and replies with files and without, as far as they can be sent. */
async function ofAllKinds(check: CheckContext): Promise<readonly SentMessage[]> {
  const sent = await tryOrNull(() => flaggingOf(check.world)(check));
  return sent === null ? [] : [...sent.unflagged, ...sent.flagged].map((one) => one.sent);
}
