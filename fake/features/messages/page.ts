import { usableChannel } from "../../access.ts";
import type { ValuesOf } from "../../http/fields.ts";
import { rejection } from "../../rejection.ts";
import type { RuledCaller } from "../../rules.ts";
import type { getMessagesFields } from "./fields.ts";
import { readableMessage } from "./logic.ts";
import type { Message, StoredMessage } from "./model.ts";

/** A page of a channel, and whether its range has more. */
export interface MessagePage {
  readonly messages: readonly Message[];
  readonly hasMore: boolean;
}

/**
 * Returns the page of a channel next to its cursor: the newest messages before `before`, the oldest after `after`, the
 * newest between both; without a cursor the newest of all.
 */
export function getMessages(caller: RuledCaller, input: ValuesOf<typeof getMessagesFields>): MessagePage {
  const { messages: rules } = caller.rules;
  usableChannel(caller, input.channel, rules.mayRead);
  const everything = inTime(caller, input.channel);
  const margin = rules.cursorsExclude ? 0 : 1;
  const placeOf = (id: string) => cursorPlace(caller, input.channel, id, everything);
  const first = input.after === undefined ? 0 : placeOf(input.after) + 1 - margin;
  const last = input.before === undefined ? everything.length : placeOf(input.before) + margin;
  const { all, start, end } = listedWithin(everything, first, last, rules.listed);
  const available = Math.max(0, end - start);
  const taken = Math.min(available, input.limit);
  const fromOldest = (input.after !== undefined && input.before === undefined) || fromStart(caller, input);
  const page = fromOldest ? all.slice(start, start + taken) : all.slice(end - taken, end);
  return { messages: ordered(caller, page), hasMore: rules.hasMore(available, taken) };
}

/** Returns the listed messages, and the position of a range of all messages among them. */
function listedWithin(
  everything: readonly StoredMessage[],
  start: number,
  end: number,
  listed: ((message: Message) => boolean) | null,
) {
  if (listed === null) return { all: everything, start, end };
  const count = (some: readonly StoredMessage[]) => some.filter(({ message }) => listed(message)).length;
  const before = count(everything.slice(0, start));
  const within = count(everything.slice(start, Math.max(start, end)));
  return { all: everything.filter(({ message }) => listed(message)), start: before, end: before + within };
}

function fromStart(caller: RuledCaller, input: ValuesOf<typeof getMessagesFields>): boolean {
  return caller.rules.messages.firstPage === "oldest" && input.before === undefined;
}

/** Returns a channel's messages in the order that cursors follow, oldest first. */
function inTime(caller: RuledCaller, channelId: string): readonly StoredMessage[] {
  const { messages } = caller.workspace;
  if (caller.rules.messages.withinASecond === "as-they-came") return messages.inChannel(channelId);
  const second = ({ madeAt }: StoredMessage) => Math.floor(madeAt / 1000);
  // The end of an id is random, while its beginning may depend on the time.
  const randomPart = ({ message }: StoredMessage) => message.id.slice(-12);
  return [...messages.inChannel(channelId)].sort(
    (left, right) => second(left) - second(right) || randomPart(left).localeCompare(randomPart(right)),
  );
}

function cursorPlace(
  caller: RuledCaller,
  channelId: string,
  messageId: string,
  everything: readonly StoredMessage[],
): number {
  const stored = readableMessage(caller, messageId);
  // The store indexes messages in the order of arrival; in another order the position must be searched.
  const isInOrderOfArrival = caller.rules.messages.withinASecond === "as-they-came";
  if (stored.message.channelId === channelId)
    return isInOrderOfArrival ? caller.workspace.messages.placeOf(stored) : everything.indexOf(stored);
  throw rejection("invalid-input", "The cursor names a message of another channel", {
    suggestion: "Use the id of a message of the channel that is read.",
    details: { messageId, channelId },
  });
}

function ordered(caller: RuledCaller, oldestFirst: readonly StoredMessage[]): Message[] {
  const messages = oldestFirst.map((stored) => stored.message);
  return caller.rules.messages.pageOrder === "newest-first" ? messages.reverse() : messages;
}
