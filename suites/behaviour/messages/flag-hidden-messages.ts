import type { Exchange } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { expectHidden } from "../expect-hidden.ts";
import { FRAGILE_CONTENT, OTHER_AGENT_FIXTURES, otherAgentKey, otherAgentMessages } from "./other-agent-messages.ts";
import { flagMessage, sendMessage } from "./requests.ts";

/** The caller cannot flag messages that it cannot see. */
export function flagHiddenChecks(): Check[] {
  return [foreignMessageNotFlagged(), otherAgentMessageNotFlagged()];
}

const RULE = { requirement: "messages.flag.hidden-message" };
const OTHER_AGENT_RULE = { ...RULE, operations: ["flag-needs-human", "send-message"], fixtures: OTHER_AGENT_FIXTURES };

function foreignMessageNotFlagged(): Check {
  return defineCheck(
    {
      ...RULE,
      name: "a message of a foreign channel is not flagged",
      operations: ["flag-needs-human"],
      fixtures: ["memberChannel", "messages.foreign.id"],
    },
    async (check) => {
      const { foreign } = check.context.target.fixtures.messages ?? {};
      await expectFlagHidden(check, await requestFlag(check, foreign?.id ?? ""), foreign?.id ?? "");
    },
  );
}

function otherAgentMessageNotFlagged(): Check {
  return defineCheck(
    { ...OTHER_AGENT_RULE, name: "a message in a channel of another agent is not flagged" },
    async (check) => {
      const { id } = await otherAgentReply(check);
      // The caller tries first, since the contract leaves open whether a flagged message can be flagged again.
      const exchange = await requestFlag(check, id);
      const flagBySender = await flagMessage(check, id, "by the one who sent it", otherAgentKey(check));
      requireAccepted(flagBySender, "messages.flag.succeeds");
      await expectFlagHidden(check, exchange, id);
    },
  );
}

/** Returns a reply of another agent, or the message that it would reply to if such replies are rejected. */
async function otherAgentReply(check: CheckContext): Promise<{ readonly id: string }> {
  const { id: threadId, channel } = await otherAgentMessages(check);
  const members = { channelId: channel, threadId, content: FRAGILE_CONTENT };
  const send = () => sendMessage(check, "a reply that is not for the caller", members, otherAgentKey(check));
  return (await tryOrNull(send)) ?? { id: threadId };
}

async function requestFlag(check: CheckContext, messageId: string): Promise<Exchange> {
  await requireFlag(check);
  return check.call("flag-needs-human", { body: { messageId, reason: "not mine to flag" } });
}

/** Flags a message of the caller and returns the id of one. Throws `Inconclusive` if the flag is rejected. */
export async function requireFlag(check: CheckContext): Promise<string> {
  await check.baseline("flag-needs-human");
  return check.reference("message");
}

async function expectFlagHidden(check: CheckContext, exchange: Exchange, messageId: string): Promise<void> {
  check.asserted();
  const body = { messageId: absentId(messageId, check.context.mark), reason: "not there to flag" };
  await expectHidden(exchange, "flagging a message that the caller cannot see", () =>
    check.call("flag-needs-human", { body }),
  );
}
