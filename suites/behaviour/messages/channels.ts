import { type Exchange, statusOf } from "../../client/exchange.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CheckContext, World } from "../../engine/check/check.ts";
import { Skipped, StoodAside } from "../../outcome/skipped.ts";
import { needAccepted } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { once } from "../once.ts";

/** The channels of the caller that the target file names. */
export function ownChannels({ target }: World): string[] {
  const { memberChannel, secondMemberChannel } = target.fixtures;
  return [memberChannel, secondMemberChannel].filter((id) => id !== undefined);
}

/** The channel of the caller in which the rest of the run is least busy. */
export function quietChannel(world: World): string {
  const channel = ownChannels(world).at(-1);
  if (channel === undefined) throw new Skipped("the target file names no channel of the caller", ["memberChannel"]);
  return channel;
}

/**
 * Channels that another agent does not belong to: those that it is refused to read, while it reads its own. The check
 * stands aside where there are none.
 */
export async function channelsClosedToAnother(check: CheckContext): Promise<string[]> {
  const { foreignChannel, otherAgent } = check.world.target.fixtures;
  const options = { apiKey: otherAgent?.apiKey ?? "" };
  const read = (channel: string) => check.call("get-messages", { parameters: { channel } }, options);
  needAccepted(await read(otherAgent?.channel ?? ""), "messages.get.succeeds");
  const closed: string[] = [];
  for (const channel of [...(foreignChannel === undefined ? [] : [foreignChannel]), ...ownChannels(check.world)]) {
    if (isClosed(await read(channel))) closed.push(channel);
  }
  if (closed.length === 0) throw new StoodAside("another agent may read every channel that the target file names");
  return closed;
}

/** True where the reading of a channel was refused, as it is to who does not belong to it. */
function isClosed(reading: Exchange): boolean {
  return [403, 404].includes(statusOf(reading) ?? 0);
}

/** The first channel of the caller's, where another agent is refused to read it: who does not belong to it. Asked once a run. */
export const closedToAnother = onceARun(() =>
  once(async (check: CheckContext): Promise<string | null> => {
    const [channel] = ownChannels(check.world);
    const { apiKey } = check.world.target.fixtures.otherAgent ?? {};
    if (channel === undefined || apiKey === undefined) return null;
    return isClosed(await check.call("get-messages", { parameters: { channel } }, { apiKey })) ? channel : null;
  }),
);

/** Membership is stated for writing: a channel that the target lets the caller read is not hidden from it. */
export async function needClosed(check: CheckContext, channel: string): Promise<void> {
  const read = await check.call("get-messages", { parameters: { channel } });
  answered(read);
  if (!isClosed(read)) throw new StoodAside("the caller may read that channel");
}
