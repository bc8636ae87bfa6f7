import type { Check } from "../../engine/check/check.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { expectDataIs, sentMember } from "../response-data.ts";

/** The data of a response is the message itself. */
export function responseDataChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "messages.send.answer",
        name: "the data is a message, with an id of its own",
        operations: ["send-message"],
      },
      async (check) => {
        const { exchange } = await check.baseline("send-message");
        check.asserted();
        judging([exchange], () => expectDataIs(exchange, "sent message"));
      },
    ),
    defineCheck(
      {
        requirement: "messages.flag.answer",
        name: "the data is the message that was named",
        operations: ["flag-needs-human"],
      },
      async (check) => {
        const { exchange } = await check.baseline("flag-needs-human");
        // Another requirement judges which message it is.
        if (sentMember(exchange, "messageId") !== null) check.asserted();
        judging([exchange], () => expectDataIs(exchange, "flagged message"));
      },
    ),
  ];
}
