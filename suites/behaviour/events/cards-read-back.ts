import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { cardsOf } from "../../verifiers/task-mentions.ts";
import { defineCheck } from "../define-check.ts";
import { expectRead } from "../messages/channel-pages.ts";
import { creationOf } from "../messages/page-order.ts";
import { type Anchor, type Feed, sendAnchor } from "./channel-feed.ts";
import type { TaskLifecycles } from "./task-lifecycles.ts";

/**
 * A task card is a message of its channel: reading back from a later message must show it, like reading forward
 * from an earlier one.
 */
export function cardsReadBack(
  lifecycles: (check: CheckContext) => Promise<TaskLifecycles>,
  readFeed: (check: CaseContext, anchor: Anchor) => Promise<Feed>,
): Check {
  return defineCheck(
    {
      requirement: "messages.get.walk-back",
      name: "a walk back shows the task card that a walk forward has shown",
      operations: ["get-messages", "send-message", "create-task"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { anchors, bound } = await lifecycles(check);
      for (const anchor of anchors) {
        const { messages } = await readFeed(check, anchor);
        const [card] = cardsOf(messages, bound).toSorted((one, other) => creationOf(other) - creationOf(one));
        if (typeof card?.id !== "string") continue;
        const { id } = card;
        const later = { id: (await sendAnchor(check, anchor.channel)).message };
        const section = { channel: anchor.channel, later, earlier: { id: anchor.message } };
        await check.eventually(() => orNotApplicable(() => expectRead(check, id, section)));
        return check.asserted();
      }
      throw new NotApplicable("no task card was found outside of threads");
    },
  );
}
