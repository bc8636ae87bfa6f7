import { type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { listedMessage } from "./message-view.ts";
import { refuse } from "./refusal.ts";
import { isMember, ownChannel } from "./sight.ts";
import type { Message } from "./world.ts";

interface Window {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly limit: number;
}

function getMessages(call: Call): Outcome {
  const { input, choices, world, isMutated, caller } = call;
  const { channel: channelName = "", limit: limitName = "" } = choices.names["get-messages"] ?? {};
  const id = input.id(channelName) ?? refuse("invalid", `${channelName} is missing`);
  const readable = mayRead(call, id);
  const { defaultPage, largestPage, overLargest } = choices.messages;
  const usual = Math.min(defaultPage, largestPage);
  const clamp = overLargest === "clamp";
  const limit = input.integer(limitName, { min: 1, max: largestPage, clamp }) ?? usual;
  const after = placeOf(call, id, "after");
  const before = placeOf(call, id, "before");
  const turned = isMutated("messages.after-means-before") && after !== undefined;
  const window = turned ? { before: after, after: before, limit } : { before, after, limit };
  input.end();
  if (window.before !== undefined && window.after !== undefined && choices.messages.both === "refuse") {
    refuse("invalid", "before and after exclude each other");
  }
  const others = isMutated("messages.all-channels-read")
    ? world.channels.rows().filter((one) => isMember(one, caller))
    : [];
  const sources = [id, ...others.map((one) => one.id)];
  const all = readable ? world.messages.rows().filter(({ channel }) => sources.includes(channel)) : [];
  const { page, more } = cut(call, all, window);
  const shown = isMutated("messages.replies-hidden-from-pages") ? page.filter((one) => !one.attachments.length) : page;
  return { data: { hasMore: more, messages: shown.map((one) => listedMessage(call, one)) }, pagination: { more } };
}

function mayRead(call: Call, id: string): boolean {
  const { world, caller, choices, isMutated } = call;
  const channel = world.channels.find(id);
  const here = channel?.workspace === caller.workspace;
  if (channel && here && (isMutated("messages.read-anywhere") || choices.liberties.openChannels)) return true;
  if (channel && !here && isMutated("messages.read-other-workspace")) return true;
  if (channel && !isMember(channel, caller) && choices.messages.hiddenChannel === "empty") return false;
  return ownChannel(call, id) !== undefined;
}

function placeOf(call: Call, channel: string, side: "before" | "after"): number | undefined {
  const id = call.input.id(side);
  if (id === undefined) return undefined;
  const message = call.world.messages.find(id);
  return message?.channel === channel ? message.place : notThere(call, "message", id);
}

/** A page is the one next to its cursor, always written oldest first. */
function cut(call: Call, all: Message[], { before, after, limit }: Window): { page: Message[]; more: boolean } {
  const { isMutated, choices } = call;
  const upper = before === undefined || isMutated("messages.before-ignored") ? Number.POSITIVE_INFINITY : before;
  const lower = after ?? Number.NEGATIVE_INFINITY;
  const inside = all.filter(
    ({ place }) =>
      (place < upper || (place === upper && isMutated("messages.before-inclusive"))) &&
      (place > lower || (place === lower && isMutated("messages.after-inclusive"))),
  );
  if (before !== undefined && isMutated("messages.before-skips")) inside.pop();
  const forwards = after !== undefined || (before === undefined && choices.messages.firstPage === "oldest");
  const newest = isMutated("messages.after-newest") || choices.liberties.newestAfter;
  const fromStart = forwards && !(after !== undefined && newest);
  const size = after !== undefined && isMutated("messages.count-forgotten-with-after") ? inside.length : limit;
  const page = fromStart ? inside.slice(0, size) : inside.slice(-size);
  return { page, more: hasMore(call, inside.length, page.length, limit, after !== undefined) };
}

function hasMore({ isMutated }: Call, matching: number, shown: number, limit: number, withAfter: boolean): boolean {
  if (isMutated("messages.more-always")) return true;
  if (isMutated("messages.more-never-after") && withAfter) return false;
  return isMutated("messages.more-at-multiple") ? shown === limit : matching > shown;
}

/** get-messages. */
export const messagePages: readonly Operation[] = [
  { name: "get-messages", method: "GET", family: "agent", run: getMessages },
];
