import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { answered, valueAt } from "../../verifiers/read.ts";
import { defineCheck, further, whereThere } from "../define-check.ts";
import { quietChannel } from "./channels.ts";
import { flaggingOf } from "./flagging.ts";
import { repliedToHuman } from "./humans.ts";
import { askToSend, sendMessage } from "./requests.ts";

/** Whose message it is makes no difference to the thread that begins with it. */
export function replyToOthersChecks(world: RunContext): Check[] {
  return whereThere(world, [toHuman(), toReply(), ...further([toAnother()])]);
}

const WHY = "a reply must have the message of its thread as its parent, whoever wrote that";

function toHuman(): Check {
  return defineCheck(
    {
      requirement: "messages.send.reply",
      name: "a reply to a human names the human's message as its parent",
      operations: ["send-message", "get-messages"],
      fixtures: ["memberChannel", "messages.byHuman"],
      shared: true,
    },
    async (check) => {
      const { head, isRoot, reply } = await orNotApplicable(() => repliedToHuman(check));
      if (!isRoot) throw new NotApplicable("the human's message is in a thread itself");
      check.asserted();
      judging([reply.answer], () => expectEqual(reply.answer, "/data/parentId", head, WHY));
    },
  );
}

/** Whether the reply itself becomes the parent, or what it replies to, is open; that there is one is not. */
function toReply(): Check {
  return defineCheck(
    {
      requirement: "messages.send.reply",
      name: "a reply to a reply has a parent",
      operations: ["send-message"],
      fixtures: ["memberChannel"],
      early: true,
    },
    async (check) => {
      const { channelId, id } = await orNotApplicable(() => someReply(check));
      const content = `${check.world.mark} in reply to a reply`;
      const answer = await askToSend(check, { channelId, content, threadId: id });
      if (answered(answer).status !== 200) throw new NotApplicable("a reply cannot be replied to here");
      check.asserted();
      const parent = valueAt(answer, "/data/parentId");
      judging([answer], () =>
        expectThat(typeof parent === "string" && parent !== "", {
          message: "a message that was sent in reply to a reply must have a parent",
          expected: "the reply, or the message of its thread",
          actual: JSON.stringify(parent ?? null),
          pointer: "/data/parentId",
          keyword: "parent",
        }),
      );
    },
  );
}

/** A reply: one that is there already, where there is one. */
async function someReply(check: CheckContext): Promise<{ readonly channelId: string; readonly id: string }> {
  const there = await flaggingOf(check.world)(check);
  if (there.reply) return { channelId: there.channel, id: there.reply.id };
  const channelId = quietChannel(check.world);
  const head = await sendMessage(check, "head of further replies", { channelId });
  return { channelId, id: (await sendMessage(check, "replied to as well", { channelId, threadId: head.id })).id };
}

/** Only where another agent belongs to a channel of the caller, which no target file has to tell: asking shows it. */
function toAnother(): Check {
  return defineCheck(
    {
      requirement: "messages.send.reply",
      name: "a reply to another agent names its message as its parent",
      operations: ["send-message"],
      fixtures: ["memberChannel", "otherAgent.apiKey"],
      costly: true,
    },
    async (check) => {
      const { memberChannel: channelId = "", otherAgent } = check.world.target.fixtures;
      const head = await orNotApplicable(() =>
        sendMessage(check, "head of another agent", { channelId }, { apiKey: otherAgent?.apiKey ?? "" }),
      );
      const { answer } = await sendMessage(check, "reply to another agent", { channelId, threadId: head.id });
      check.asserted();
      expectEqual(answer, "/data/parentId", head.id, WHY);
    },
  );
}
