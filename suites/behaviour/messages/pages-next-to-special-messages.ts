import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { defineStimulus } from "../define-check.ts";
import type { Conversation } from "./conversation.ts";
import { flaggingOf } from "./flagging-fixtures.ts";
import type { Cursor } from "./page-order.ts";
import { type PageInput, PORTABLE_LIMIT, requestPage } from "./pages.ts";

const CURSORS = ["before", "after"] as const satisfies readonly Cursor[];

/**
 * Pages next to a reply, and next to messages that are flagged or have files. The contract leaves open whether a cursor
 * may name a reply.
 */
export function pagesNextToSpecialMessages(conversation: (check: CheckContext) => Promise<Conversation>): Check {
  return defineStimulus(
    {
      requirement: "messages.get.before-exclusive",
      name: "pages next to replies and to flagged messages; judged by the rules",
      operations: ["get-messages"],
      fixtures: ["memberChannel"],
      runsEarly: true,
    },
    async (check) => {
      const { channel, reply } = await conversation(check);
      const flagging = await tryOrNull(() => flaggingOf(check.context)(check));
      const roots = flagging?.flagged.filter(({ sent }) => sent.requested.threadId === undefined) ?? [];
      const cursorMessages = [
        { channel, id: reply.id },
        ...roots.map(({ sent }) => ({ channel: flagging?.channel ?? channel, id: sent.id })),
      ];
      const inputs = cursorMessages.flatMap(({ channel, id }) => CURSORS.map((cursor) => ({ channel, [cursor]: id })));
      const request = async (input: PageInput, testCase: CaseContext) => {
        await requestPage(testCase, { ...input, limit: PORTABLE_LIMIT });
      };
      await check.forEach(inputs, request, { first: CURSORS.length });
    },
  );
}
