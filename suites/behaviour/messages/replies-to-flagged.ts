import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { flaggingOf } from "./flagging.ts";
import { expectReplies, repliesTo } from "./row-fields.ts";
import { rowSight } from "./row-sight.ts";

/**
 * A reply that was sent to a flagged message of the row is counted. The contract leaves open whether a flag adds a
 * reply, so the count may be higher.
 */
export function countedInFlaggedRow(): Check {
  return defineCheck(
    {
      requirement: "messages.send.reply-count",
      name: "a reply to one of several flagged messages is counted",
      operations: ["send-message", "flag-needs-human", "get-messages"],
      fixtures: ["memberChannel"],
      early: true,
    },
    async (check) => {
      const { flagged, unflagged, reply } = await orNotApplicable(() => flaggingOf(check.context)(check));
      const root = flagged.find(({ sent }) => sent.id === reply?.asked.threadId);
      const [head] = unflagged;
      if (root === undefined || head === undefined) throw new NotApplicable("flagged messages accept no replies here");
      const before = repliesTo([...flagged, ...unflagged], root.sent.id).length;
      const sight = rowSight(check);
      const control = await sight(check, head);
      if (Number(control?.message.replyCount ?? 0) < 1)
        throw new NotApplicable("no message shows its reply count here");
      await check.eventually(async () => {
        const seen = await sight(check, root);
        // A count that the flag lowered is judged elsewhere.
        if (seen === null || Number(seen.message.replyCount ?? 0) < before) return;
        check.asserted();
        expectReplies(seen, before + 1, "replies to a message that was flagged must be counted like others");
      });
    },
  );
}
