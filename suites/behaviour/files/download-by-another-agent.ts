import { statusOf } from "../../client/exchange.ts";
import type { Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { requestMessage } from "../messages/requests.ts";
import { sharedFileIn } from "./file-set.ts";
import { requestDownload } from "./transfer.ts";

/**
 * A download requires membership in the channel, not ownership of the file. The target file need not state whether
 * another agent is a member: one that can send to the channel is.
 */
export function downloadByAnotherAgent(): Check {
  return defineCheck(
    {
      requirement: "files.download.succeeds",
      name: "the caller's file is granted to another agent of the channel",
      operations: ["request-file-download", "send-message"],
      fixtures: ["memberChannel", "otherAgent.apiKey"],
      isCostly: true,
    },
    async (check) => {
      const channelId = await check.reference("channel");
      const other = { apiKey: check.context.target.fixtures.otherAgent?.apiKey ?? "" };
      const shared = await sharedFileIn(check, "for another agent", channelId);
      const control = await requestMessage(check, { channelId }, other);
      if (statusOf(control) !== 200) throw new NotApplicable("no other agent belongs to the caller's channel");
      await check.eventually(async () =>
        expectAccepted(
          await requestDownload(check, shared, other),
          "the download of a file by another agent of the channel",
        ),
      );
      check.asserted();
    },
  );
}
