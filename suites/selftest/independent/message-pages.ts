import { type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { listedMessage } from "./message-view.ts";
import { refuse } from "./refusal.ts";
import { isMember, ownChannel } from "./visibility.ts";
import type { Message } from "./world.ts";

interface Window {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly limit: number;
}

function getMessages(call: Call): Outcome {
  const { input, choices, world } = call;
  const { channel: channelName = "", limit: limitName = "" } = choices.names["get-messages"] ?? {};
  const id = input.id(channelName) ?? refuse("invalid", `${channelName} is missing`);
  const readable = mayRead(call, id);
  const { defaultPage, largestPage, overLargest } = choices.messages;
  const usual = Math.min(defaultPage, largestPage);
  const clamp = overLargest === "clamp";
  const limit = input.integer(limitName, { min: 1, max: largestPage, clamp }) ?? usual;
  const window = { before: placeOf(call, id, "before"), after: placeOf(call, id, "after"), limit };
  input.end();
  if (window.before !== undefined && window.after !== undefined && choices.messages.both === "refuse") {
    refuse("invalid", "before and after exclude each other");
  }
  const all = readable ? world.messages.rows().filter(({ channel }) => channel === id) : [];
  const { page, more } = cut(call, all, window);
  return {
    data: { hasMore: more, messages: page.map((message) => listedMessage(call, message)) },
    pagination: { more },
  };
}

function mayRead(call: Call, id: string): boolean {
  const { world, caller, choices } = call;
  const channel = world.channels.find(id);
  const here = channel?.workspace === caller.workspace;
  if (channel && here && choices.liberties.openChannels) return true;
  if (channel && !isMember(channel, caller) && choices.messages.hiddenChannel === "empty") return false;
  return ownChannel(call, id) !== undefined;
}

function placeOf(call: Call, channel: string, side: "before" | "after"): number | undefined {
  const id = call.input.id(side);
  if (id === undefined) return undefined;
  const message = call.world.messages.find(id);
  return message?.channel === channel ? message.place : notThere(call, "message", id);
}

/** Returns the page next to its cursor, always oldest first. */
function cut(call: Call, all: Message[], { before, after, limit }: Window): { page: Message[]; more: boolean } {
  const { firstPage } = call.choices.messages;
  const upper = before ?? Number.POSITIVE_INFINITY;
  const lower = after ?? Number.NEGATIVE_INFINITY;
  const inside = all.filter(({ place }) => place < upper && place > lower);
  const forwards = after !== undefined || (before === undefined && firstPage === "oldest");
  const fromStart = forwards && !(after !== undefined && call.choices.liberties.newestAfter);
  const page = fromStart ? inside.slice(0, limit) : inside.slice(-limit);
  return { page, more: inside.length > page.length };
}

/** get-messages. */
export const messagePages: readonly Operation[] = [
  { name: "get-messages", method: "GET", family: "agent", run: getMessages },
];
