import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { cardsOf } from "../../verifiers/task-mentions.ts";
import { defineCheck } from "../define-check.ts";
import { sendMessage } from "../messages/requests.ts";
import type { Anchor, Feed } from "./channel-feed.ts";
import type { TaskLifecycles } from "./task-lifecycles.ts";

/** A task card is a message, so a reply to it is counted. The contract leaves open whether cards can be replied to. */
export function replyToCard(
  lifecycles: (check: CheckContext) => Promise<TaskLifecycles>,
  readFeed: (check: CheckContext, anchor: Anchor) => Promise<Feed>,
): Check {
  return defineCheck(
    {
      requirement: "messages.send.reply",
      name: "a reply to a task card names the card as its parent",
      operations: ["send-message", "get-messages", "create-task"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { anchors, bound } = await lifecycles(check);
      for (const anchor of anchors) {
        const { messages } = await readFeed(check, anchor);
        const [card] = cardsOf(messages, bound);
        if (card === undefined) continue;
        const members = { channelId: anchor.channel, threadId: String(card.id) };
        const reply = await tryOrNull(() => sendMessage(check, "a reply to a card", members));
        if (reply === null) break;
        check.asserted();
        const why = "a reply to a task card must have the card as its parent, like a reply to any other message";
        return expectEqual(reply.response, "/data/parentId", members.threadId, why);
      }
      throw new NotApplicable("no task card was found outside of threads, or none can be replied to");
    },
  );
}
