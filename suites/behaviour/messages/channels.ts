import { type Exchange, statusOf } from "../../client/exchange.ts";
import { succeedsEventually } from "../../engine/cases/attempt.ts";
import { once, oncePer } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CallOptions, CheckContext, RunContext } from "../../engine/check/check.ts";
import { NotApplicable, Skipped } from "../../outcome/skipped.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { listAt, requireResponse } from "../../verifiers/read.ts";
import { sendMessage } from "./requests.ts";

/** Returns the channel of the caller that the rest of the run uses least. */
export function quietChannel(context: RunContext): string {
  const channel = ownChannels(context).at(-1);
  if (channel === undefined) throw new Skipped("the target file names no channel of the caller", ["memberChannel"]);
  return channel;
}

/**
 * Returns channels that another agent does not belong to: it is not allowed to read them, or sees nothing in them,
 * while it can read its own. Not applicable if there are none.
 */
export async function channelsClosedToOtherAgent(check: CheckContext): Promise<string[]> {
  const { foreignChannel, otherAgent } = check.context.target.fixtures;
  const options = { apiKey: otherAgent?.apiKey ?? "" };
  requireAccepted(await requestChannelPage(check, otherAgent?.channel ?? "", options), "messages.get.succeeds");
  const closed: string[] = [];
  for (const channel of [...(foreignChannel === undefined ? [] : [foreignChannel]), ...ownChannels(check.context)]) {
    const reading = await requestChannelPage(check, channel, options);
    if (isClosed(reading) || (await isInvisibleToOtherAgent(check, channel, reading))) closed.push(channel);
  }
  if (closed.length === 0) throw new NotApplicable("another agent may read every channel that the target file names");
  return closed;
}

function requestChannelPage(check: CheckContext, channel: string, options: CallOptions = {}): Promise<Exchange> {
  return check.call("get-messages", { parameters: { channel } }, options);
}

/** Returns true if reading a channel was rejected as for an agent that does not belong to it. */
function isClosed(reading: Exchange): boolean {
  return [403, 404].includes(statusOf(reading) ?? 0);
}

/** Returns true if another agent sees nothing in a channel of the caller that has messages. Requested once per run. */
async function isInvisibleToOtherAgent(check: CheckContext, channel: string, reading: Exchange): Promise<boolean> {
  if (!ownChannels(check.context).includes(channel) || !isEmpty(reading)) return false;
  const { apiKey = "" } = check.context.target.fixtures.otherAgent ?? {};
  return cachedInvisibility(check.context)(check, channel, {}, { apiKey });
}

const cachedInvisibility = oncePerRun(() => oncePer((_check, channel) => channel, staysEmpty));

/**
 * Returns true if a reader sees nothing even after a member sends a message and the timeout passes. A member that
 * joined late may see only later messages, so an empty channel alone proves nothing.
 */
async function staysEmpty(
  check: CheckContext,
  channelId: string,
  sender: CallOptions,
  reader: CallOptions,
): Promise<boolean> {
  await sendMessage(check, `to be read by who belongs to ${channelId}`, { channelId }, sender);
  if (isEmpty(await requestChannelPage(check, channelId, sender))) return false;
  const isShown = async () =>
    expectThat(!isEmpty(await requestChannelPage(check, channelId, reader)), {
      message: "nothing of the channel is shown",
      expected: "a message",
      actual: "no message",
      keyword: "empty",
    });
  return !(await succeedsEventually(check, isShown));
}

/** Returns true for an accepted response without messages. */
function isEmpty(reading: Exchange): boolean {
  return statusOf(reading) === 200 && listAt(reading, "/data/messages").length === 0;
}

/**
 * Returns the first channel of the caller if another agent may not read it, so does not belong to it; otherwise null.
 * Requested once per run.
 */
export const channelClosedToOtherAgent = oncePerRun(() =>
  once(async (check: CheckContext): Promise<string | null> => {
    const [channel] = ownChannels(check.context);
    const { apiKey } = check.context.target.fixtures.otherAgent ?? {};
    if (channel === undefined || apiKey === undefined) return null;
    return isClosed(await requestChannelPage(check, channel, { apiKey })) ? channel : null;
  }),
);

/**
 * Not applicable if the caller can read the channel: the contract states membership for writing, so a channel that can
 * be read is not hidden.
 */
export async function requireClosed(check: CheckContext, channel: string): Promise<void> {
  const read = await requestChannelPage(check, channel);
  requireResponse(read);
  if (isClosed(read) || (isEmpty(read) && (await hasMessages(check, channel)))) return;
  throw new NotApplicable("the caller may read that channel");
}

/** Returns true if a channel of others that shows the caller nothing has messages. */
async function hasMessages(check: CheckContext, channel: string): Promise<boolean> {
  const { foreignChannel, messages, otherAgent } = check.context.target.fixtures;
  if (channel === foreignChannel && messages?.foreign !== undefined) return true;
  if (channel !== otherAgent?.channel) return false;
  return staysEmpty(check, channel, { apiKey: otherAgent.apiKey ?? "" }, {});
}
