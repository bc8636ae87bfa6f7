import { integer, MAX_LENGTHS, number, required, text, texts, withDefault } from "../../http/fields.ts";

/** Input of search-messages. */
export const searchMessagesFields = {
  query: required(text({ visible: true })),
  channelId: text(),
  limit: withDefault(number({ minimum: 1, maximum: 1000, above: "clamp" }), 20),
};

/** Input of get-messages. */
export const getMessagesFields = {
  channel: required(text({ name: "channelId" })),
  limit: withDefault(integer({ minimum: 1, maximum: 100 }), 20),
  before: text({ emptyIsAbsent: true }),
  after: text({ emptyIsAbsent: true }),
};

/** Input of send-message. */
export const sendMessageFields = {
  channelId: required(text()),
  content: required(text({ maximum: MAX_LENGTHS.text })),
  threadId: text(),
  attachmentIds: texts({ maximum: 100 }),
};

/** Input of flag-needs-human. */
export const flagNeedsHumanFields = {
  messageId: required(text()),
  reason: required(text({ maximum: MAX_LENGTHS.remark })),
};
