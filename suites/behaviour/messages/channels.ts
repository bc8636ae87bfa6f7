import { statusOf } from "../../client/exchange.ts";
import type { CheckContext, World } from "../../engine/check.ts";
import { Skipped, StoodAside } from "../../engine/outcome.ts";
import { needAccepted } from "../../verifiers/expect.ts";

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
    if ([403, 404].includes(statusOf(await read(channel)) ?? 0)) closed.push(channel);
  }
  if (closed.length === 0) throw new StoodAside("another agent may read every channel that the target file names");
  return closed;
}
