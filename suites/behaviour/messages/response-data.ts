import type { Check } from "../../engine/check/check.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { expectDataIs, sentMember } from "../response-data.ts";

/** The data of a response is the message itself. */
export function responseDataChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "messages.send.answer",
        name: "the response to sending is a message with a new id",
        operations: ["send-message"],
      },
      async (check) => {
        const { exchange } = await check.baseline("send-message");
        check.asserted();
        withEvidence([exchange], () => expectDataIs(exchange, "sent message"));
      },
    ),
    defineCheck(
      {
        requirement: "messages.flag.answer",
        name: "the response to a flag is a message",
        operations: ["flag-needs-human"],
      },
      async (check) => {
        const { exchange } = await check.baseline("flag-needs-human");
        // Another requirement judges which message it is.
        if (sentMember(exchange, "messageId") !== null) check.asserted();
        withEvidence([exchange], () => expectDataIs(exchange, "flagged message"));
      },
    ),
  ];
}
