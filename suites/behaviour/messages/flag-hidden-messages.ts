import type { Exchange } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { defineCheck } from "../define-check.ts";
import { expectHidden } from "../expect-hidden.ts";

/** The caller cannot flag messages that it cannot see. */
export function flagHiddenChecks(): Check[] {
  return [foreignMessageNotFlagged()];
}

const RULE = { requirement: "messages.flag.hidden-message" };

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
