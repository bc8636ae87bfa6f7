import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { URGENT } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

/** What a check needs of a channel that belongs to another agent. */
export const ANOTHERS = ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"];

/** A message that another agent has sent into a channel of its own. */
export async function sentByAnother(check: CheckContext, key: string): Promise<SentMessage & { channel: string }> {
  const { apiKey = "", channel = "" } = check.world.target.fixtures.otherAgent ?? {};
  return { ...(await sendMessage(check, key, { channelId: channel }, { apiKey, ...URGENT })), channel };
}

/** Two messages that another agent has sent there, one after the other: in a smoke run the same for all who look at such. */
export async function twoOfAnother(
  check: CheckContext,
  key: string,
): Promise<{ id: string; channel: string; later: SentMessage }> {
  return check.world.budget === "smoke" ? twoOnce(check.world)(check) : sendTwo(check, key);
}

const twoOnce = onceARun(() => once((check: CheckContext) => sendTwo(check, "not for the caller")));

async function sendTwo(check: CheckContext, key: string) {
  const { id, channel } = await sentByAnother(check, key);
  return { id, channel, later: await sentByAnother(check, `${key}, nor this`) };
}

/** The key of the other agent. */
export function anothersKey(check: CheckContext): { apiKey: string } {
  return { apiKey: check.world.target.fixtures.otherAgent?.apiKey ?? "" };
}
