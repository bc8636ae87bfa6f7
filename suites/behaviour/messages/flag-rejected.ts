import { asObject, type Json } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CallOptions, Check, CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { isFlagSet } from "../../verifiers/needs-human.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { requireMessageRead } from "./channel-pages.ts";
import { quietChannel } from "./channels.ts";
import { flaggingOf } from "./flagging-fixtures.ts";
import { URGENT } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

const COMMON = {
  requirement: "messages.flag.refused-without-effect",
  operations: ["flag-needs-human", "get-messages", "send-message"],
};

/** Reasons that are not text by any interpretation. */
const INVALID_REASONS: readonly Json[] = [{ text: "an object" }, [{ text: "a list" }]];

/** A flag that is rejected must not mark the message. */
export function flagRejectedForReason(): Check {
  return defineCheck(
    { ...COMMON, name: "a flag whose reason is not a string does not change the message", fixtures: ["memberChannel"] },
    async (check) => {
      const { sent, channelId } = await unflaggedMessage(check);
      for (const reason of INVALID_REASONS) {
        const body = { messageId: sent.id, reason };
        const { status } = requireResponse(await check.call("flag-needs-human", { body }, URGENT));
        if (status === 200) throw new Inconclusive("the flag was accepted", "messages.flag.input-types");
      }
      await expectUnflagged(check, sent, channelId);
    },
  );
}

/** Returns a message that nothing flags: one of the flagging fixture if it exists. */
async function unflaggedMessage(check: CheckContext): Promise<{ sent: SentMessage; channelId: string }> {
  const flagging = await tryOrNull(() => flaggingOf(check.context)(check));
  if (flagging !== null) return { sent: flagging.closing, channelId: flagging.channel };
  const channelId = quietChannel(check.context);
  return { sent: await sendMessage(check, "refused to be flagged", { channelId }, URGENT), channelId };
}

/** Waits until a later message is read, because the list of a channel may lag. */
async function expectUnflagged(
  check: CheckContext,
  sent: SentMessage,
  channelId: string,
  options: CallOptions = {},
): Promise<void> {
  const later = await sendMessage(
    check,
    `after the rejection of ${sent.word}`,
    { channelId },
    { ...options, ...URGENT },
  );
  const seen = await requireMessageRead(check, sent.id, { channel: channelId, later }, options);
  check.asserted();
  expectThat(!isFlagSet(seen.message.metadata), {
    message: "a message whose flag was rejected must have no needsHuman entry",
    expected: "no needsHuman entry",
    actual: JSON.stringify(asObject(seen.message.metadata).needsHuman ?? null),
    pointer: `${seen.pointer}/metadata/needsHuman`,
    keyword: "flag",
  });
}
