import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { URGENT } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

/** Fixtures for checks of a channel that belongs to another agent. */
export const OTHER_AGENT_FIXTURES = ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"];

/** Sends a message of another agent into its own channel. */
export async function sendByOtherAgent(
  check: CheckContext,
  key: string,
  content?: string,
): Promise<SentMessage & { channel: string }> {
  const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
  const members = { channelId: channel, ...(content === undefined ? {} : { content }) };
  return { ...(await sendMessage(check, key, members, { apiKey, ...URGENT })), channel };
}

/** Returns two messages that another agent has sent there one after the other, shared by all checks. */
export function otherAgentMessages(check: CheckContext): Promise<{ id: string; channel: string; later: SentMessage }> {
  return cachedMessages(check.context)(check);
}

const cachedMessages = oncePerRun(() => once(sendTwoMessages));

/** Content that a target may return to the caller correctly, but not to another agent. */
export const FRAGILE_CONTENT = [
  "",
  "# A heading",
  "- a list \\ of <b>signs</b>, &amp; of **bold** `code`: 100% O'Neil $HOME {{name}} %41%2B+ -- 1",
].join("\n\n");

async function sendTwoMessages(check: CheckContext) {
  const { id, channel } = await sendByOtherAgent(check, "not for the caller", FRAGILE_CONTENT);
  return { id, channel, later: await sendByOtherAgent(check, "not for the caller, nor this") };
}

/** Returns the key of the other agent. */
export function otherAgentKey(check: CheckContext): { apiKey: string } {
  return { apiKey: check.context.target.fixtures.otherAgent?.apiKey ?? "" };
}
