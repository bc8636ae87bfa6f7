import { statusOf } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { flaggingOf } from "./flagging-fixtures.ts";
import { requestMessage } from "./requests.ts";

/**
 * The same content sent twice is two messages, since nothing in a request marks it as a repetition. The second may be
 * rejected.
 */
export function repeatedContentIsNewMessage(): Check {
  return defineCheck(
    {
      requirement: "messages.send.readable",
      name: "the same content sent twice is listed as two messages",
      operations: ["send-message", "get-messages"],
      fixtures: ["memberChannel"],
      runsEarly: true,
    },
    async (check) => {
      const { channel: channelId, reply } = await orNotApplicable(() => flaggingOf(check.context)(check));
      if (reply === null) throw new NotApplicable("no message of the run can be repeated");
      const response = await requestMessage(check, { channelId, content: reply.content });
      if (statusOf(response) !== 200) throw new NotApplicable("the target rejects repeated content");
      check.asserted();
      const id = stringAt(response, "/data/id");
      withEvidence([reply.response, response], () =>
        expectThat(id !== reply.id, {
          message: "an accepted message must have its own id, even if another message has the same content",
          expected: `another id than ${reply.id}`,
          actual: id,
          pointer: "/data/id",
          keyword: "repeated",
        }),
      );
    },
  );
}
