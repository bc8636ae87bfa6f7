import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CheckContext } from "../../engine/check.ts";
import { needAccepted } from "../../verifiers/expect.ts";
import type { Stretch } from "./listed.ts";
import { flagMessage, type SentMessage, sendMessage } from "./requests.ts";

/** Flagged messages with what was known of them before. */
export interface FlaggedMessage {
  readonly sent: SentMessage;
  readonly answer: Exchange;
  readonly stretch: Stretch;
}

/** A row of messages of which every second one is flagged. */
export interface Flagging {
  readonly channel: string;
  readonly flagged: readonly FlaggedMessage[];
  readonly unflagged: readonly { readonly sent: SentMessage; readonly stretch: Stretch }[];
}

/** The row of one run. */
export type Flagged = (check: CheckContext) => Promise<Flagging>;

/** Roots, a reply and a message with a file, each between two that stay as they are. */
export async function flagSome(check: CheckContext): Promise<Flagging> {
  const channel = await check.reference("channel");
  const file = await check.reference("attachment", "uploaded");
  const content = "**please** look: äöü, привет, 😀 & <b>";
  const head = await sendMessage(check, "head of the flagged", { channelId: channel });
  const row: SentMessage[] = [head];
  const kinds: JsonObject[] = [
    { content },
    {},
    { threadId: head.id },
    { threadId: head.id },
    { attachmentIds: [file] },
    {},
  ];
  for (const [index, members] of kinds.entries()) {
    row.push(await sendMessage(check, `flagged or not ${index}`, { channelId: channel, ...members }));
  }
  const closing = await sendMessage(check, "after the flagged", { channelId: channel });
  const placed = row.map((sent, index) => ({
    sent,
    stretch: { channel, earlier: row[index - 1], later: row[index + 1] ?? closing },
  }));
  const flagged: FlaggedMessage[] = [];
  for (const one of placed.filter((_, index) => index % 2 === 1)) {
    const answer = await flagMessage(check, one.sent.id, "somebody has to decide");
    needAccepted(answer, "messages.flag.succeeds");
    flagged.push({ ...one, answer });
  }
  return { channel, flagged, unflagged: placed.filter((_, index) => index % 2 === 0) };
}
