import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check, RunContext } from "../../engine/check/check.ts";
import { idsInMessage } from "../../models/attachment-ids.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { flaggingOf } from "../messages/flagging-fixtures.ts";
import { requestDownload } from "./transfer.ts";

/** The files of a flagged message remain available. */
export function downloadAfterFlag(context: RunContext): Check {
  return defineCheck(
    {
      requirement: "files.download.succeeds",
      name: "downloads of files of flagged messages are granted",
      operations: ["request-file-download", "flag-needs-human", "send-message"],
      fixtures: ["memberChannel"],
      runsEarly: true,
    },
    async (check) => {
      const { channel: channelId, flagged } = await orNotApplicable(() => flaggingOf(context)(check));
      const ids = flagged.flatMap(({ sent: { requested, response } }) => {
        const sent = Array.isArray(requested.attachmentIds) ? requested.attachmentIds : [];
        const files = sent.map((id) => ({ attachmentId: String(id) }));
        return idsInMessage(valueAt(response, "/data/attachments"), files);
      });
      if (ids.length === 0) throw new NotApplicable("no message with a file could be flagged");
      await check.forEach(
        ids,
        async (attachmentId, testCase) => {
          await testCase.eventually(async () =>
            expectAccepted(
              await requestDownload(testCase, { channelId, attachmentId }),
              "the download of a flagged message's file",
            ),
          );
          testCase.asserted();
        },
        { first: 1 },
      );
    },
  );
}
