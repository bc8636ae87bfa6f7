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

/** The key of the other agent. */
export function anothersKey(check: CheckContext): { apiKey: string } {
  return { apiKey: check.world.target.fixtures.otherAgent?.apiKey ?? "" };
}
