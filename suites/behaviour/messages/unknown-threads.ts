import { statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { Check } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { expectAccepted, expectRejected } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { asAdditional, defineCheck } from "../define-check.ts";
import { rejectionsOf, uploadedAttachment } from "./rejection-fixtures.ts";
import { requestMessage } from "./requests.ts";

/** Statuses that may reject an unknown thread. */
const REJECTING_STATUSES = [400, 403, 404, 409];

/** A reply must name an existing message. */
export function unknownThreadChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "messages.send.unknown-thread",
        name: "a reply in a thread that does not exist is rejected",
        operations: ["send-message"],
        fixtures: ["memberChannel"],
      },
      async (check) => {
        const { unknownThread: response } = await rejectionsOf(check.context)(check);
        check.asserted();
        withEvidence([response], () =>
          expectRejected(response, "a reply to a message that does not exist", REJECTING_STATUSES),
        );
      },
    ),
    ...asAdditional([fileUsableAfterRejectedReply()]),
  ];
}

/** A rejected reply must not use up its file. */
function fileUsableAfterRejectedReply(): Check {
  return defineCheck(
    {
      requirement: "files.flow.attach",
      name: "a file can be attached after a reply to an unknown message that named it was rejected",
      operations: ["request-file-upload", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channelId = await check.reference("channel");
      const threadId = absentId(await check.reference("message"), `${check.context.mark} thread of a file`);
      const members = { channelId, attachmentIds: [await uploadedAttachment(check)] };
      const rejected = await requestMessage(check, { ...members, threadId });
      if (!REJECTING_STATUSES.includes(statusOf(rejected))) {
        throw new Inconclusive(
          "a reply to a message that does not exist was not rejected",
          "messages.send.unknown-thread",
        );
      }
      const accepted = await retryUntilUsable(check, () => requestMessage(check, members), NOT_YET_USABLE);
      check.asserted();
      withEvidence([rejected, accepted], () =>
        expectAccepted(accepted, "a message with a file that is uploaded, and that only a rejected reply has named"),
      );
    },
  );
}
