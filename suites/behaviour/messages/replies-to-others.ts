import { orAside } from "../../engine/attempt.ts";
import type { Check, World } from "../../engine/check.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { defineCheck, unlessSmoke, whereThere } from "../define-check.ts";
import { judging } from "../evidence.ts";
import { repliedToHuman } from "./humans.ts";
import { sendMessage } from "./requests.ts";

/** Whose message it is makes no difference to the thread that begins with it. */
export function replyToOthersChecks(world: World): Check[] {
  return whereThere(world, [toHuman(), ...unlessSmoke(world, [toAnother()])]);
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
      const { head, isRoot, reply } = await orAside(() => repliedToHuman(check));
      if (!isRoot) throw new StoodAside("the human's message stands in a thread itself");
      check.witnessed();
      judging([reply.answer], () => expectEqual(reply.answer, "/data/parentId", head, WHY));
    },
  );
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
      const head = await orAside(() =>
        sendMessage(check, "head of another agent", { channelId }, { apiKey: otherAgent?.apiKey ?? "" }),
      );
      const { answer } = await sendMessage(check, "reply to another agent", { channelId, threadId: head.id });
      check.witnessed();
      expectEqual(answer, "/data/parentId", head.id, WHY);
    },
  );
}
