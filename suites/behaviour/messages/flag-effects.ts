import { type Check, REJECTED, type RunContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { expectAccepted, expectRejected } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { requireFlag } from "./flag-hidden-messages.ts";
import { flagPreservationChecks } from "./flag-preserves-message.ts";
import { type FlaggingSource, flaggingOf } from "./flagging-fixtures.ts";

/** Checks of the effect of a flag on its message, and that it has none on others. */
export function flagEffectChecks(context: RunContext): Check[] {
  const flagging = flaggingOf(context);
  return [messagesFlagged(flagging), unknownMessageNotFlagged(), ...flagPreservationChecks(flagging)];
}

const FLAGS = { operations: ["flag-needs-human"], fixtures: ["memberChannel"] };

/** Any message can be flagged, for any reason: a root, a reply, one with a file. */
function messagesFlagged(flagging: FlaggingSource): Check {
  return defineCheck(
    {
      ...FLAGS,
      requirement: "messages.flag.succeeds",
      name: "messages, replies and messages with files can be flagged",
      reusesResponses: true,
    },
    async (check) => {
      await check.forEach(
        (await flagging(check)).attempts,
        async ({ sent, reason, response }, testCase) => {
          testCase.asserted();
          withEvidence([sent.response, response], () =>
            expectAccepted(response, `flagging a message for the reason ${reason}`),
          );
        },
        { describe: ({ sent, reason }) => ({ message: sent.requested, reason }) },
      );
    },
  );
}

function unknownMessageNotFlagged(): Check {
  return defineCheck(
    { ...FLAGS, requirement: "messages.flag.unknown-message", name: "a message that does not exist is not flagged" },
    async (check) => {
      const id = await requireFlag(check);
      await check.forEach(["one", "two"], async (salt, testCase) => {
        const body = { messageId: absentId(id, `${testCase.context.mark} ${salt}`), reason: "nobody wrote this" };
        const exchange = await testCase.call("flag-needs-human", { body }, REJECTED);
        testCase.asserted();
        expectRejected(exchange, "flagging a message that does not exist", [400, 403, 404]);
      });
    },
  );
}
