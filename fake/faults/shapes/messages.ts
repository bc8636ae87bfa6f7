import { gone, put, replace } from "../../changes/hooks.ts";
import { SHOWING_MESSAGES } from "../operations.ts";
import { asText, faultsOf, localTime, seconds, spoken } from "./tools.ts";

/** Faults of how full messages look. */
export const messageShapeFaults = faultsOf("Message", SHOWING_MESSAGES, [
  [
    "message-content-is-an-object",
    "messages.fields.types",
    "content",
    (text) => ({ text }),
    "the content of a message is an object",
  ],
  [
    "message-reply-count-is-text",
    "messages.fields.types",
    "replyCount",
    asText,
    "the reply count of a message is a text",
  ],
  ["message-is-edited-is-a-number", "messages.fields.types", "isEdited", put(0), "isEdited is 0"],
  [
    "message-metadata-is-text",
    "messages.fields.types",
    "metadata",
    replace((value) => JSON.stringify(value)),
    "the metadata of a message is a text",
  ],
  [
    "message-created-at-is-a-number",
    "messages.fields.timestamps",
    "createdAt",
    seconds,
    "the creation of a message is a number of seconds",
  ],
  [
    "message-updated-at-is-spoken",
    "messages.fields.timestamps",
    "updatedAt",
    spoken,
    "the update of a message is no date-time",
  ],
  ["message-without-id", "messages.fields.identity", "id", gone, "full messages have no id"],
  ["message-version-is-text", "messages.fields.version", "version", asText, "the version of a message is a text"],
  ["message-without-version", "messages.fields.version", "version", gone, "full messages have no version"],
  ["message-reactions-are-an-object", "messages.fields.reactions", "reactions", put({}), "reactions are an object"],
  [
    "message-reaction-count-is-text",
    "messages.fields.reactions",
    "reactions",
    put([{ emoji: "👍", userIds: [], count: "0" }]),
    "the count of a reaction is a text",
  ],
  [
    "message-attachments-are-an-object",
    "messages.fields.attachments",
    "attachments",
    put({}),
    "attachments are an object",
  ],
  [
    "message-attachments-are-ids",
    "messages.fields.attachments",
    "attachments[]",
    replace(() => "attachment-1"),
    "attachments are ids alone",
  ],
  [
    "attachment-size-is-a-number",
    "messages.attachment.types",
    "attachments[].size",
    put(12),
    "the display size of an attachment is a number",
  ],
  [
    "attachment-bytes-are-text",
    "messages.attachment.types",
    "attachments[].sizeBytes",
    asText,
    "the size in bytes of an attachment is a text",
  ],
  [
    "attachment-mime-type-is-a-list",
    "messages.attachment.types",
    "attachments[].mimeType",
    replace((type) => [type]),
    "the media type of an attachment is a list",
  ],
  ["attachment-without-id", "messages.attachment.identity", "attachments[].id", gone, "attachments have no id"],
  [
    "attachment-created-at-is-spoken",
    "messages.attachment.created-at",
    "attachments[].createdAt",
    spoken,
    "the creation of an attachment is no date-time",
  ],
]);

/** Faults of how listed and found messages look. */
export const messageListShapeFaults = [
  ...faultsOf(
    "MessageListItem",
    ["get-messages"],
    [
      [
        "listed-content-is-a-list",
        "messages.list-form.types",
        "content",
        (text) => [text],
        "the content of a listed message is a list",
      ],
      [
        "listed-reply-count-is-text",
        "messages.list-form.types",
        "replyCount",
        asText,
        "the reply count of a listed message is a text",
      ],
      ["listed-without-id", "messages.list-form.identity", "id", gone, "listed messages have no id"],
      [
        "listed-created-at-is-a-number",
        "messages.list-form.created-at",
        "createdAt",
        seconds,
        "the creation of a listed message is a number of seconds",
      ],
    ],
  ),
  ...faultsOf(
    "MessageSearchHit",
    ["search-messages"],
    [
      ["hit-without-rank", "messages.hit.complete", "rank", gone, "search hits have no rank"],
      ["hit-without-sender", "messages.hit.complete", "senderId", gone, "search hits have no sender"],
      ["hit-rank-is-text", "messages.hit.types", "rank", asText, "the rank of a hit is a text"],
      ["hit-content-is-null", "messages.hit.types", "content", put(null), "the content of a hit is null"],
      [
        "hit-created-at-without-offset",
        "messages.hit.created-at",
        "createdAt",
        localTime,
        "the creation of a hit lacks its offset",
      ],
    ],
  ),
];
