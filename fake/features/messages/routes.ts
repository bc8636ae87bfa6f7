import { operation } from "../../http/operation.ts";
import type { RuledCaller } from "../../rules.ts";
import { flagNeedsHumanFields, getMessagesFields, searchMessagesFields, sendMessageFields } from "./fields.ts";
import { flagNeedsHuman, searchMessages, sendMessage } from "./logic.ts";
import type { Message, MessageHit } from "./model.ts";
import { getMessages } from "./page.ts";

/** The operations on messages. */
export const messageOperations = [
  operation({
    id: "get-messages",
    method: "GET",
    path: "/v1/agent/get-messages",
    fields: getMessagesFields,
    answer: (caller, input) => {
      const { messages, hasMore } = getMessages(caller, input);
      const data = { messages: messages.map((message) => listed(caller, message)), hasMore };
      return { data, pagination: { hasMore } };
    },
  }),
  operation({
    id: "send-message",
    method: "POST",
    path: "/v1/agent/send-message",
    fields: sendMessageFields,
    answer: (caller, input) => ({ data: full(caller, sendMessage(caller, input)) }),
  }),
  operation({
    id: "search-messages",
    method: "GET",
    path: "/v1/agent/search-messages",
    fields: searchMessagesFields,
    answer: (caller, input) => ({
      data: { messages: searchMessages(caller, input).map((hit) => found(caller, hit)) },
    }),
  }),
  operation({
    id: "flag-needs-human",
    method: "POST",
    path: "/v1/agent/flag-needs-human",
    fields: flagNeedsHumanFields,
    answer: (caller, input) => ({ data: full(caller, flagNeedsHuman(caller, input)) }),
  }),
];

function full(caller: RuledCaller, message: Message): unknown {
  return caller.rules.present("Message", message, caller);
}

function listed(caller: RuledCaller, message: Message): unknown {
  const { id, parentId, senderType, senderId, content, metadata, replyCount, createdAt } = message;
  const shown = { id, parentId, senderType, senderId, content, metadata, replyCount, createdAt };
  return caller.rules.present("MessageListItem", shown, caller);
}

function found(caller: RuledCaller, { message, rank }: MessageHit): unknown {
  const { id, channelId, senderType, senderId, content, createdAt } = message;
  const shown = { id, channelId, senderType, senderId, content, createdAt, rank };
  return caller.rules.present("MessageSearchHit", shown, caller);
}
