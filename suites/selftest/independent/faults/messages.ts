import type { Fault } from "./fault.ts";

/** Faults of messages, their pages and their search. */
export const MESSAGE_FAULTS = [
  {
    id: "messages.send-anywhere",
    breaks: "Messages are accepted from callers who are no members of the channel.",
    requirement: "messages.send.membership",
  },
  {
    id: "messages.reply-orphaned",
    breaks: "get-messages leaves parentId of a reply out.",
    requirement: "consistency.message-views",
  },
  {
    id: "messages.reply-parent-root",
    breaks: "parentId of a reply is the channel.",
    requirement: "messages.send.reply",
  },
  { id: "messages.replies-uncounted", breaks: "replyCount stays 0.", requirement: "messages.send.reply-count" },
  {
    id: "messages.replies-counted-once",
    breaks: "replyCount never passes 1.",
    requirement: "messages.send.reply-count",
  },
  {
    id: "messages.replies-race",
    breaks: "Replies sent at the same time lose counts of each other.",
    requirement: "messages.send.reply-count",
  },
  {
    id: "messages.more-at-multiple",
    breaks: "hasMore is true when the last page is exactly full.",
    requirement: "messages.get.has-more-false",
  },
  {
    id: "messages.more-never-after",
    breaks: "hasMore is always false when after is given.",
    requirement: "messages.get.has-more-true",
  },
  {
    id: "messages.more-always",
    breaks: "hasMore is true on the last page.",
    requirement: "messages.get.has-more-false",
  },
  {
    id: "messages.before-inclusive",
    breaks: "before returns the named message too.",
    requirement: "messages.get.before-exclusive",
  },
  {
    id: "messages.after-inclusive",
    breaks: "after returns the named message too.",
    requirement: "messages.get.after-exclusive",
  },
  {
    id: "messages.before-skips",
    breaks: "A page before a message loses the message next to it.",
    requirement: "messages.get.walk-back",
  },
  {
    id: "messages.after-newest",
    breaks: "after gives the newest messages, so that those between are never seen.",
    requirement: "messages.get.walk-forward",
  },
  { id: "messages.before-ignored", breaks: "before is ignored.", requirement: "messages.get.before" },
  {
    id: "messages.count-forgotten-with-after",
    breaks: "The count is ignored when after is given.",
    requirement: "messages.get.limit",
  },
  {
    id: "messages.replies-hidden-from-pages",
    breaks: "Pages leave out every message with an attachment.",
    requirement: "messages.send.readable",
  },
  {
    id: "messages.content-cut-in-list",
    breaks: "get-messages cuts content after 280 characters.",
    requirement: "consistency.message-views",
  },
  {
    id: "messages.content-escaped",
    breaks: "Angle brackets and ampersands come back as entities.",
    requirement: "messages.send.content",
  },
  {
    id: "messages.emoji-lost",
    breaks: "Letters outside the basic plane come back as question marks.",
    requirement: "messages.send.content",
  },
  { id: "messages.lines-joined", breaks: "Line breaks come back as spaces.", requirement: "messages.send.content" },
  {
    id: "messages.markdown-stripped",
    breaks: "Asterisks and underscores are removed from content.",
    requirement: "messages.send.content",
  },
  {
    id: "messages.sender-in-list",
    breaks: "get-messages shows the identity of the sender instead of senderId.",
    requirement: "consistency.message-views",
  },
  {
    id: "messages.version-missing",
    breaks: "send-message leaves version out.",
    requirement: "messages.fields.version",
  },
  {
    id: "messages.attachment-second-lost",
    breaks: "Only the first attachment of a message is kept.",
    requirement: "messages.send.attachments",
  },
  {
    id: "messages.channel-missing",
    breaks: "channelId of a sent message is another channel.",
    requirement: "messages.send.channel",
  },
  { id: "messages.sent-twice", breaks: "Every reply is stored twice.", requirement: "messages.send.readable" },
  {
    id: "messages.flag-overwrites",
    breaks: "Flagging removes the other metadata.",
    requirement: "messages.flag.keeps-metadata",
    force: { messages: { ownMetadata: true } },
  },
  {
    id: "messages.flag-not-stored",
    breaks: "The flag is kept only in the answer.",
    requirement: "messages.flag.persists",
  },
  {
    id: "messages.flag-unmarked",
    breaks: "flag-needs-human answers 200 without a needsHuman entry.",
    requirement: "messages.flag.sets-needs-human",
  },
  {
    id: "messages.flag-edits",
    breaks: "Flagging replaces the content by the reason.",
    requirement: "messages.flag.keeps-content",
  },
  {
    id: "messages.flag-unknown",
    breaks: "Flagging an unknown message answers 200.",
    requirement: "messages.flag.unknown-message",
  },
  {
    id: "messages.flag-other-workspace",
    breaks: "A message of another workspace can be flagged.",
    requirement: "isolation.flag-needs-human",
  },
  {
    id: "messages.read-anywhere",
    breaks: "Channels that the caller is no member of can be read.",
    requirement: "messages.get.membership",
  },
  {
    id: "messages.read-other-workspace",
    breaks: "Channels of another workspace can be read.",
    requirement: "isolation.get-messages",
  },
  {
    id: "messages.search-channel-ignored",
    breaks: "search-messages ignores its channel.",
    requirement: "messages.search.channel",
  },
  {
    id: "messages.search-foreign",
    breaks: "search-messages shows messages of channels that the caller is no member of.",
    requirement: "messages.search.membership",
  },
  {
    id: "messages.search-foreign-named",
    breaks: "search-messages shows a foreign channel when it is asked for by id.",
    requirement: "messages.search.membership",
  },
  {
    id: "messages.search-other-workspace",
    breaks: "search-messages shows messages of other workspaces.",
    requirement: "isolation.search-messages",
  },
  {
    id: "messages.search-rising",
    breaks: "Search hits are ordered by rising rank.",
    requirement: "messages.search.order",
  },
  {
    id: "messages.search-default-21",
    breaks: "Without a limit search-messages gives 21 hits.",
    requirement: "messages.search.default-limit",
  },
  {
    id: "messages.search-default-10",
    breaks: "Without a limit search-messages gives 10 hits.",
    requirement: "messages.search.default-limit",
  },
  {
    id: "messages.search-one-too-many",
    breaks: "search-messages gives one hit more than the limit.",
    requirement: "messages.search.limit",
  },
  {
    id: "messages.search-sender-missing",
    breaks: "senderId is missing in a hit by a human or by an application.",
    requirement: "messages.hit.complete",
  },
  { id: "messages.search-rank-text", breaks: "rank is a text.", requirement: "messages.hit.types" },
  {
    id: "messages.search-replies-missing",
    breaks: "search-messages does not find replies.",
    requirement: "messages.search.finds",
  },
  {
    id: "messages.search-no-query",
    breaks: "search-messages without a query answers 200.",
    requirement: "messages.search.query-required",
  },
  {
    id: "messages.search-upper-case",
    breaks: "A word that is written with capitals is not found as it was written.",
    requirement: "messages.search.finds",
  },
] as const satisfies readonly Fault[];
