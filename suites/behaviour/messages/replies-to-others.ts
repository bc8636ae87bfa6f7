import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { answered, stringAt, valueAt } from "../../verifiers/read.ts";
import { defineCheck, unlessSmoke, whereThere } from "../define-check.ts";
import { quietChannel } from "./channels.ts";
import { flaggingOf } from "./flagging.ts";
import { repliedToHuman } from "./humans.ts";
import { askToSend, sendMessage } from "./requests.ts";

/** Whose message it is makes no difference to the thread that begins with it. */
export function replyToOthersChecks(world: RunContext): Check[] {
  return whereThere(world, [toHuman(), toReply(), ...unlessSmoke(world, [toAnother()])]);
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
      telling: true,
    },
    async (check) => {
      const { channelId, id } = await orNotApplicable(() => someReply(check));
      const levels = check.world.budget === "smoke" ? 1 : LEVELS;
      let threadId = id;
      for (let level = 0; level < levels; level += 1) {
        const further = { channelId, content: `${check.world.mark} in reply to a reply ${level}`, threadId };
        const answer = await askToSend(check, further);
        if (answered(answer).status !== 200) {
          if (level === 0) throw new NotApplicable("a reply cannot be replied to here");
          return;
        }
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
        threadId = stringAt(answer, "/data/id");
      }
    },
  );
}

/** How deep replies are sent below a reply; how deep they may be is open. */
const LEVELS = 4;

/** A reply, in the smallest run one that is there already. */
async function someReply(check: CheckContext): Promise<{ readonly channelId: string; readonly id: string }> {
  const there = check.world.budget === "smoke" ? await flaggingOf(check.world)(check) : null;
  if (there?.reply) return { channelId: there.channel, id: there.reply.id };
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
      dear: true,
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
