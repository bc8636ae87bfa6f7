import { shortened } from "../spec/quoted.ts";
import type { Channel } from "./directory.ts";
import { type Rejection, rejection } from "./rejection.ts";
import type { Caller } from "./service.ts";

/** Returns the rejection for an id without a resource in the caller's workspace. */
export function notFound(
  kind: string,
  id: string,
  suggestion = `Check the id: no ${kind} of this workspace has it.`,
): Rejection {
  return rejection("not-found", `There is no ${kind} ${shortened(id)}`, {
    suggestion,
    details: { kind, id: shortened(id) },
  });
}

/** Returns the rejection for a channel that the caller is not a member of. */
export function notAMember(channelId: string): Rejection {
  return rejection("not-a-member", `The agent is not a member of channel ${shortened(channelId)}`, {
    suggestion: "Add the agent to the channel, or use a channel that it belongs to.",
    details: { channelId: shortened(channelId) },
  });
}

/** Returns true if a caller may use a channel. */
type Allowed = (caller: Caller, channelId: string) => boolean;

/** Returns the channel. Throws a rejection unless it exists and `allowed` lets the caller use it. */
export function usableChannel(caller: Caller, channelId: string, allowed: Allowed): Channel {
  const channel = caller.workspace.directory.channels.get(channelId);
  if (channel === undefined) throw notFound("channel", channelId);
  if (!allowed(caller, channelId)) throw notAMember(channelId);
  return channel;
}

/** Returns the channel for an addition: an archived one accepts nothing new. */
export function openChannel(caller: Caller, channelId: string, allowed: Allowed): Channel {
  const channel = usableChannel(caller, channelId, allowed);
  if (channel.archivedAt === null) return channel;
  throw rejection(
    "conflict",
    `The channel ${shortened(channelId)} is archived: it can be read, and takes nothing new`,
    {
      suggestion: "Use a channel that is open.",
      details: { channelId: shortened(channelId), archivedAt: channel.archivedAt },
    },
  );
}
