import type { Check, CheckContext } from "../../engine/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { once } from "../once.ts";
import { type Conversation, quietChannel } from "./conversation.ts";
import { needListed, sight } from "./listed.ts";
import { readPage, WIDE } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

type Held = (check: CheckContext) => Promise<Conversation>;

/** What is sent is read in its channel, once, and in no other. */
export function readableChecks(conversation: Held): Check[] {
  return [read(conversation), readOnce(), noOtherChannel(conversation)];
}

function read(conversation: Held): Check {
  return defineCheck(
    {
      requirement: "messages.send.readable",
      name: "every message of a series is read in its channel",
      operations: ["send-message", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { channel, roots } = await conversation(check);
      const why = "a message that was sent must be read among the messages of its channel";
      await check.forEach(
        roots.map(({ id }, index) => ({ id, index })),
        async ({ id, index }, one) => {
          const neighbours = { earlier: roots[index - 1], later: roots[index + 1] };
          await one.eventually(() => sight(one, channel, id, why, neighbours));
          one.witnessed();
        },
      );
    },
  );
}

function readOnce(): Check {
  return defineCheck(
    {
      requirement: "messages.send.readable",
      name: "a message and a reply are read once each",
      operations: ["send-message", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channel = quietChannel(check.world);
      const first = await sendMessage(check, "read once", { channelId: channel });
      const reply = await sendMessage(check, "read once reply", { channelId: channel, threadId: first.id });
      const last = await sendMessage(check, "read once last", { channelId: channel });
      await check.eventually(() => sight(check, channel, last.id, "a sent message must be read", { earlier: first }));
      for (const input of [{ before: last.id }, { after: first.id }, {}]) {
        const { messages, exchange } = await readPage(check, { channel, limit: WIDE, ...input });
        check.witnessed();
        for (const { word } of [first, reply]) {
          const copies = messages.filter(({ content }) => typeof content === "string" && content.includes(word));
          expectThat(copies.length < 2, {
            message: "a message that was sent once must be read once",
            expected: `one message with ${word}`,
            actual: `${copies.length} in answer to ${exchange.request.url}`,
            pointer: "/data/messages",
            keyword: "copies",
          });
        }
      }
    },
  );
}

/** A message of the second channel and one of the first, and what pages of each show. */
function noOtherChannel(conversation: Held): Check {
  const sentBoth = once(async (check: CheckContext) => {
    const { memberChannel = "", secondMemberChannel = "" } = check.world.target.fixtures;
    const one = await sendMessage(check, "of the first channel", { channelId: memberChannel });
    const other = await sendMessage(check, "of the second channel", { channelId: secondMemberChannel });
    return { one, other };
  });
  return defineCheck(
    {
      requirement: "messages.get.channel",
      name: "no message is read in two channels",
      operations: ["get-messages", "send-message"],
      fixtures: ["memberChannel", "secondMemberChannel"],
    },
    async (check) => {
      const { memberChannel = "", secondMemberChannel = "" } = check.world.target.fixtures;
      const { roots } = await conversation(check);
      const { one, other } = await sentBoth(check);
      await needListed(check, memberChannel, [one]);
      await needListed(check, secondMemberChannel, [other]);
      const cursors = (sent: SentMessage) => [{}, { before: sent.id }, { after: sent.id }];
      const first = await idsOf(check, memberChannel, cursors(one));
      const second = await idsOf(check, secondMemberChannel, [...cursors(other), { before: roots.at(-1)?.id ?? "" }]);
      const shared = first.find((id) => second.includes(id));
      check.witnessed();
      expectThat(shared === undefined && !first.includes(other.id) && !second.includes(one.id), {
        message: "only messages of the channel asked for must be read",
        expected: "no message in two channels",
        actual: `${shared ?? (first.includes(other.id) ? other.id : one.id)} in both`,
        pointer: "/data/messages",
        keyword: "channel",
      });
    },
  );
}

async function idsOf(
  check: CheckContext,
  channel: string,
  cursors: readonly { before?: string; after?: string }[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const cursor of cursors) ids.push(...(await readPage(check, { channel, limit: WIDE, ...cursor })).ids);
  return ids;
}
