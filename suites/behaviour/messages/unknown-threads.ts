import type { Exchange } from "../../client/exchange.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { expectRefused } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { absentId } from "../absent-id.ts";
import { defineCheck } from "../define-check.ts";
import { refusalsOf } from "./refused-once.ts";
import { askToSend, sendMessage } from "./requests.ts";

/** How a thread that is not there may be refused. */
const UNKNOWN = [400, 403, 404, 409];

/** The answer to a reply into a thread that does not exist, asked for once a run. */
export const replyToNothing = onceARun(() =>
  once(async (check: CheckContext): Promise<Exchange> => {
    if (check.world.budget === "smoke") return (await refusalsOf(check.world)(check)).ofNoThread;
    const channelId = await check.reference("channel");
    const { id } = await sendMessage(check, "a thread that is there", { channelId });
    await sendMessage(check, "a reply that is taken", { channelId, threadId: id });
    const threadId = absentId(id, `${check.world.mark} thread`);
    return askToSend(check, { channelId, content: check.world.mark, threadId });
  }),
);

/** A reply has a message that it replies to. */
export function unknownThreadChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "messages.send.unknown-thread",
        name: "nothing is sent into a thread that does not exist",
        operations: ["send-message"],
        fixtures: ["memberChannel"],
      },
      async (check) => {
        const answer = await replyToNothing(check.world)(check);
        check.witnessed();
        judging([answer], () => expectRefused(answer, "a reply to a message that does not exist", UNKNOWN));
      },
    ),
  ];
}
