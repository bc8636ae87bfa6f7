import type { Call, Operation, Outcome } from "./call.ts";
import { words } from "./prose.ts";
import { refuse } from "./refusal.ts";
import { bag, type JsonObject } from "./shape.ts";
import { isMember, ownChannel, seesChannel } from "./sight.ts";
import type { Message } from "./world.ts";

const indexed = new WeakMap<Message, string[]>();

function search(call: Call): Outcome {
  const { input, world, clock, lag, isMutated } = call;
  const query = input.text("query");
  if (query === undefined && !isMutated("messages.search-no-query")) refuse("invalid", "query is missing");
  if (query?.includes("%") && isMutated("http.percent-500")) refuse("internal", "bad pattern");
  const channel = searchedChannel(call);
  const limit = readLimit(call);
  input.end();
  const terms = isMutated("messages.search-upper-case") ? rawWords(query ?? "") : words(query ?? "");
  const hits = world.messages
    .rowsAt(clock.exact() - lag)
    .filter((message) => inReach(call, message, channel))
    .flatMap((message) => ranked(call, message, terms))
    .sort((one, other) => other.rank - one.rank || one.message.place - other.message.place)
    .slice(0, isMutated("messages.search-short") ? Math.min(limit, 5) : limit);
  if (hits.length === 0 && isMutated("messages.search-anything")) hits.push(...newest(call, limit));
  if (isMutated("messages.search-rising")) hits.reverse();
  return { data: { took: 1, messages: hits.map(({ message, rank }) => hitView(call, message, rank)) } };
}

function newest(call: Call, limit: number): { message: Message; rank: number }[] {
  const mine = call.world.messages.rows().filter((message) => seesChannel(call, call.caller, message.channel));
  return mine.slice(-Math.min(limit, 3)).map((message) => ({ message, rank: 0 }));
}

function rawWords(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function readLimit({ input, choices, isMutated }: Call): number {
  const { searchLargest, searchOver } = choices.messages;
  const asked = input.number("limit", { min: 1, max: searchLargest, clamp: searchOver === "clamp" });
  const normal = isMutated("messages.search-default-10") ? 10 : 20;
  const limit = Math.floor(asked ?? (isMutated("messages.search-default-21") ? 21 : normal));
  return isMutated("messages.search-one-too-many") && asked !== undefined ? limit + 1 : limit;
}

/** The channel asked for; null for one that the caller is to see nothing of. */
function searchedChannel(call: Call): string | null | undefined {
  const { input, choices, world, caller, isMutated } = call;
  const id = input.id("channelId");
  if (id === undefined || isMutated("messages.search-channel-ignored")) return undefined;
  const channel = world.channels.find(id);
  const open = isMutated("messages.search-foreign-named") || choices.liberties.openChannels;
  if (channel?.workspace === caller.workspace && open) return id;
  if (channel && !isMember(channel, caller) && choices.messages.hiddenChannel === "empty") return null;
  return ownChannel(call, id).id;
}

function inReach(call: Call, message: Message, channel: string | null | undefined): boolean {
  const { isMutated, caller } = call;
  if (channel !== undefined && message.channel !== channel) return false;
  if (message.parent !== undefined && isMutated("messages.search-replies-missing")) return false;
  const here = message.workspace === caller.workspace;
  if (here && isMutated("messages.search-foreign")) return true;
  if (!here && isMutated("messages.search-other-workspace")) return true;
  if (here && channel !== undefined && isMutated("messages.search-foreign-named")) return true;
  return seesChannel(call, caller, message.channel);
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

function hitView({ isMutated, clock }: Call, message: Message, rank: number): JsonObject {
  const byOther = message.senderIdentity === message.sender || message.senderType === "human";
  return bag({
    snippet: message.content.slice(0, 20),
    rank: isMutated("messages.search-rank-text") ? String(rank) : rank,
    createdAt: clock.write(message.created),
    content: message.content,
    senderId: byOther && isMutated("messages.search-sender-missing") ? undefined : message.sender,
    senderType: message.senderType,
    channelId: message.channel,
    id: message.id,
  });
}

/** search-messages. */
export const messageSearch: readonly Operation[] = [
  { name: "search-messages", method: "GET", family: "agent", run: search },
];
