import type { Call, Operation, Outcome } from "./call.ts";
import { refuse } from "./refusal.ts";
import { bag, type JsonObject } from "./shape.ts";
import { words } from "./text.ts";
import { isMember, ownChannel, seesChannel } from "./visibility.ts";
import type { Message } from "./world.ts";

const indexed = new WeakMap<Message, string[]>();

function search(call: Call): Outcome {
  const { input, world, clock, lag } = call;
  const query = input.text("query") ?? refuse("invalid", "query is missing");
  const channel = searchedChannel(call);
  const limit = readLimit(call);
  input.end();
  const terms = words(query);
  const hits = world.messages
    .rowsAt(clock.exact() - lag)
    .filter((message) => inReach(call, message, channel))
    .flatMap((message) => ranked(call, message, terms))
    .sort((one, other) => other.rank - one.rank || one.message.place - other.message.place)
    .slice(0, limit);
  return { data: { took: 1, messages: hits.map(({ message, rank }) => hitView(call, message, rank)) } };
}

function readLimit({ input, choices }: Call): number {
  const { searchLargest, searchOver } = choices.messages;
  const asked = input.number("limit", { min: 1, max: searchLargest, clamp: searchOver === "clamp" });
  return Math.floor(asked ?? 20);
}

/** Returns the requested channel; null for one that the caller must not see. */
function searchedChannel(call: Call): string | null | undefined {
  const { input, choices, world, caller } = call;
  const id = input.id("channelId");
  if (id === undefined) return undefined;
  const channel = world.channels.find(id);
  if (channel?.workspace === caller.workspace && choices.liberties.openChannels) return id;
  if (channel && !isMember(channel, caller) && choices.messages.hiddenChannel === "empty") return null;
  return ownChannel(call, id).id;
}

function inReach(call: Call, message: Message, channel: string | null | undefined): boolean {
  if (channel !== undefined && message.channel !== channel) return false;
  return seesChannel(call, call.caller, message.channel);
}

function ranked({ choices }: Call, message: Message, terms: string[]): { message: Message; rank: number }[] {
  const text = indexed.get(message) ?? words(message.content);
  indexed.set(message, text);
  const counts = terms.map((term) => text.filter((word) => word === term).length);
  const found = counts.filter((count) => count > 0).length;
  const enough = choices.messages.terms === "all" ? found === terms.length && found > 0 : found > 0;
  if (!enough) return [];
  const total = counts.reduce((sum, count) => sum + count, 0);
  return [{ message, rank: (found + total / (text.length + 1)) / 64 }];
}

function hitView({ clock }: Call, message: Message, rank: number): JsonObject {
  return bag({
    snippet: message.content.slice(0, 20),
    rank,
    createdAt: clock.write(message.created),
    content: message.content,
    senderId: message.sender,
    senderType: message.senderType,
    channelId: message.channel,
    id: message.id,
  });
}

/** search-messages. */
export const messageSearch: readonly Operation[] = [
  { name: "search-messages", method: "GET", family: "agent", run: search },
];
