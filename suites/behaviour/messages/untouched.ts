import type { Exchange } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { flaggingOf } from "./flagging.ts";
import { sendMessage } from "./requests.ts";

/** A new message has not been edited or deleted. */
export function untouchedChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "messages.send.untouched",
        name: "a message, a reply and a message with a file are neither edited nor deleted",
        operations: ["send-message"],
        fixtures: ["memberChannel"],
      },
      async (check) => {
        for (const response of await responses(check)) {
          check.asserted();
          judging([response], () => {
            expectNot(valueAt(response, "/data/isEdited") === true, "isEdited", "edited");
            expectNot(!isUnset(valueAt(response, "/data/deletedAt")), "deletedAt", "deleted");
          });
        }
      },
    ),
  ];
}

async function responses(check: CheckContext): Promise<readonly Exchange[]> {
  const others = await tryOrNull(() => flaggingOf(check.context)(check));
  if (others !== null) return [...others.unflagged, ...others.flagged].map(({ sent }) => sent.response);
  const channelId = await check.reference("channel");
  const head = await sendMessage(check, "just sent", { channelId });
  const reply = await sendMessage(check, "just replied", { channelId, threadId: head.id });
  const filed = await tryOrNull(async () => {
    const attachmentIds = [await check.reference("attachment", "uploaded")];
    return sendMessage(check, "just sent with a file", { channelId, attachmentIds });
  });
  return [head, reply, ...(filed === null ? [] : [filed])].map(({ response }) => response);
}

function expectNot(is: boolean, field: string, what: string): void {
  expectThat(!is, {
    message: `a message that was just sent should not be ${what}`,
    expected: `no ${field} that says so`,
    actual: `it is ${what}`,
    pointer: `/data/${field}`,
    keyword: what,
  });
}
