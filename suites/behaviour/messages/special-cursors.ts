import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { defineStimulus } from "../define-check.ts";
import type { Cursor } from "./chronology.ts";
import type { Conversation } from "./conversation.ts";
import { flaggingOf } from "./flagging.ts";
import { askForPage, type PageInput, WIDE } from "./pages.ts";

const CURSORS = ["before", "after"] as const satisfies readonly Cursor[];

/**
 * Pages next to a reply, and next to messages that are flagged or have files. The contract leaves open whether a cursor
 * may name a reply.
 */
export function besideSpecialMessages(conversation: (check: CheckContext) => Promise<Conversation>): Check {
  return defineStimulus(
    {
      requirement: "messages.get.before-exclusive",
      name: "pages next to replies and to flagged messages, for the rules over all traffic",
      operations: ["get-messages"],
      fixtures: ["memberChannel"],
      early: true,
    },
    async (check) => {
      const { channel, reply } = await conversation(check);
      const flagging = await tryOrNull(() => flaggingOf(check.context)(check));
      const roots = flagging?.flagged.filter(({ sent }) => sent.asked.threadId === undefined) ?? [];
      const named = [
        { channel, id: reply.id },
        ...roots.map(({ sent }) => ({ channel: flagging?.channel ?? channel, id: sent.id })),
      ];
      const inputs = named.flatMap(({ channel, id }) => CURSORS.map((cursor) => ({ channel, [cursor]: id })));
      const ask = async (input: PageInput, one: CaseContext) => {
        await askForPage(one, { ...input, limit: WIDE });
      };
      await check.forEach(inputs, ask, { first: CURSORS.length });
    },
  );
}
