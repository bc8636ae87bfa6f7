import type { Fault } from "./fault.ts";

/** Further faults of messages. */
export const MORE_MESSAGE_FAULTS = [
  { id: "messages.id-missing", breaks: "A flagged message has no id.", requirement: "messages.fields.identity" },
  { id: "messages.edited-text", breaks: "isEdited is a text.", requirement: "messages.fields.types" },
  {
    id: "messages.updated-zoneless",
    breaks: "updatedAt of a message has no offset from UTC.",
    requirement: "messages.fields.timestamps",
  },
  {
    id: "messages.updated-early",
    breaks: "A flagged message was updated before it was created.",
    requirement: "consistency.timestamps",
  },
  {
    id: "messages.reactions-counts",
    breaks: "userIds of a reaction is a text.",
    requirement: "messages.fields.reactions",
  },
  {
    id: "messages.attachments-object",
    breaks: "attachments is an object.",
    requirement: "messages.fields.attachments",
  },
  {
    id: "messages.attachment-id-missing",
    breaks: "Attachments have no id.",
    requirement: "messages.attachment.identity",
  },
  {
    id: "messages.attachment-date",
    breaks: "createdAt of an attachment is a word.",
    requirement: "messages.attachment.created-at",
  },
  {
    id: "messages.listed-sender-object",
    breaks: "senderId of a listed message is an object.",
    requirement: "messages.list-form.types",
  },
  {
    id: "messages.listed-id-missing",
    breaks: "Listed messages have no id.",
    requirement: "messages.list-form.identity",
  },
  {
    id: "messages.listed-time-number",
    breaks: "createdAt of a listed message is a number.",
    requirement: "messages.list-form.created-at",
  },
  {
    id: "messages.listed-human-user",
    breaks: "A message by a human is listed with the sender type user.",
    requirement: "messages.fields.human-sender",
  },
  {
    id: "messages.hit-day-only",
    breaks: "createdAt of a search hit is a day.",
    requirement: "messages.hit.created-at",
  },
  {
    id: "messages.search-hits",
    breaks: "search-messages puts its messages under hits.",
    requirement: "messages.search.answer",
  },
  {
    id: "messages.sent-in-list",
    breaks: "send-message answers a list that holds the message.",
    requirement: "messages.send.answer",
  },
  {
    id: "messages.flagged-in-list",
    breaks: "flag-needs-human answers a list that holds the message.",
    requirement: "messages.flag.answer",
  },
  {
    id: "messages.page-items",
    breaks: "get-messages puts its messages under items.",
    requirement: "messages.get.answer",
  },
  { id: "messages.more-text", breaks: "hasMore is a text.", requirement: "messages.get.has-more-type" },
  {
    id: "messages.sender-changing",
    breaks: "senderId is another for every message.",
    requirement: "messages.send.sender",
  },
  {
    id: "messages.sender-human",
    breaks: "A message by an agent has the sender type human.",
    requirement: "messages.send.sender-type",
  },
  {
    id: "messages.root-with-parent",
    breaks: "A message outside any thread is its own parent.",
    requirement: "messages.send.root",
  },
  {
    id: "messages.search-limit-word",
    breaks: "A limit that is no number is taken for none.",
    requirement: "messages.search.input-types",
  },
  {
    id: "messages.page-limit-word",
    breaks: "A count that is no number is taken for none.",
    requirement: "messages.get.input-types",
  },
  {
    id: "messages.content-object",
    breaks: "An object for the content is turned into text.",
    requirement: "messages.send.input-types",
  },
  {
    id: "messages.reason-list",
    breaks: "A list for the reason is turned into text.",
    requirement: "messages.flag.input-types",
  },
  {
    id: "messages.unknown-channel",
    breaks: "A message to an unknown channel goes to the first one of the caller.",
    requirement: "messages.send.unknown-channel",
  },
  {
    id: "messages.refused-yet-sent",
    breaks: "A message that is refused for its attachments is sent without them.",
    requirement: "messages.send.refused-without-effect",
  },
  {
    id: "messages.thread-refused",
    breaks: "Attachments are refused in threads.",
    requirement: "messages.send.succeeds",
  },
  { id: "messages.after-refused", breaks: "after is refused.", requirement: "messages.get.succeeds" },
  { id: "messages.flag-reply-refused", breaks: "Replies cannot be flagged.", requirement: "messages.flag.succeeds" },
  {
    id: "messages.search-first-channel",
    breaks: "Without a channel only the caller's first one is searched.",
    requirement: "messages.search.all-channels",
  },
  {
    id: "messages.send-other-workspace",
    breaks: "A channel of another workspace takes messages.",
    requirement: "isolation.send-message",
  },
  {
    id: "messages.flag-thread",
    breaks: "Flagging a reply flags its thread too.",
    requirement: "messages.flag.only-the-message",
  },
  {
    id: "messages.flag-answers-parent",
    breaks: "Flagging a reply answers with the id of its thread.",
    requirement: "messages.flag.same-message",
  },
  {
    id: "messages.flag-foreign",
    breaks: "A message of a foreign channel can be flagged.",
    requirement: "messages.flag.hidden-message",
  },
  {
    id: "messages.contents-swapped",
    breaks: "Messages that are sent at the same time get each other's content.",
    requirement: "consistency.concurrent-writers",
  },
  { id: "messages.reply-twice", breaks: "Some messages are stored twice.", requirement: "consistency.made-once" },
  {
    id: "messages.search-anything",
    breaks: "A search that finds nothing shows the newest messages.",
    requirement: "messages.search.relevant",
  },
  {
    id: "messages.search-short",
    breaks: "search-messages never gives more than five hits.",
    requirement: "messages.search.limit-fills",
  },
  {
    id: "messages.all-channels-read",
    breaks: "A page holds messages of the caller's other channels too.",
    requirement: "messages.get.channel",
  },
  { id: "messages.after-means-before", breaks: "after gives the messages before.", requirement: "messages.get.after" },
] as const satisfies readonly Fault[];
