import type { ResolvedTarget } from "./types.ts";

/** The channels of the caller that the target file names. */
export function ownChannels({ target }: { readonly target: ResolvedTarget }): string[] {
  const { memberChannel, secondMemberChannel } = target.fixtures;
  return [memberChannel, secondMemberChannel].filter((id) => id !== undefined);
}
