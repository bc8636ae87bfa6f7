import type { World } from "../../engine/check.ts";
import { Skipped } from "../../engine/outcome.ts";

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
