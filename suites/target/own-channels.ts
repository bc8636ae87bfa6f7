import type { ResolvedTarget } from "./types.ts";

/** Returns the channels of the caller in the target file. */
export function ownChannels({ target }: { readonly target: ResolvedTarget }): string[] {
  const { memberChannel, secondMemberChannel } = target.fixtures;
  return [memberChannel, secondMemberChannel].filter((id) => id !== undefined);
}
