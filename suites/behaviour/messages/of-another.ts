import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { URGENT } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

/** Fixtures for checks of a channel that belongs to another agent. */
export const ANOTHERS = ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"];

/** Sends a message of another agent into its own channel. */
export async function sentByAnother(
  check: CheckContext,
  key: string,
  content?: string,
): Promise<SentMessage & { channel: string }> {
  const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
  const members = { channelId: channel, ...(content === undefined ? {} : { content }) };
  return { ...(await sendMessage(check, key, members, { apiKey, ...URGENT })), channel };
}

/** Returns two messages that another agent has sent there one after the other, shared by all checks. */
export function twoOfAnother(check: CheckContext): Promise<{ id: string; channel: string; later: SentMessage }> {
  return twoOnce(check.context)(check);
}

const twoOnce = oncePerRun(() => once(sendTwo));

/** Content that a target may return to the caller correctly, but not to another agent. */
export const LOST_EASILY = [
  "",
  "# A heading",
  "- a list \\ of <b>signs</b>, &amp; of **bold** `code`: 100% O'Neil $HOME {{name}} %41%2B+ -- 1",
].join("\n\n");

async function sendTwo(check: CheckContext) {
  const { id, channel } = await sentByAnother(check, "not for the caller", LOST_EASILY);
  return { id, channel, later: await sentByAnother(check, "not for the caller, nor this") };
}

/** Returns the key of the other agent. */
export function anothersKey(check: CheckContext): { apiKey: string } {
  return { apiKey: check.context.target.fixtures.otherAgent?.apiKey ?? "" };
}
