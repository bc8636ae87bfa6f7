import type { Bench } from "./call.ts";
import { bag, type JsonObject } from "./shape.ts";
import type { Message, Upload } from "./world.ts";

/** A message in its full form. */
export function messageView(bench: Bench, message: Message): JsonObject {
  const { isMutated, clock, world, choices } = bench;
  const reacted = message.senderType === "human" && choices.world.reactions;
  const files = message.attachments.flatMap((id) => world.uploads.find(id) ?? []);
  return bag({
    content: distorted(isMutated, message.content),
    id: message.id,
    channelId: isMutated("messages.channel-missing") ? otherChannel(bench, message) : message.channel,
    parentId: parentOf(isMutated, message),
    senderType: message.senderType,
    senderId: message.sender,
    metadata: Object.keys(message.metadata).length > 0 ? message.metadata : undefined,
    version: isMutated("messages.version-missing") ? undefined : message.version,
    replyCount: repliesOf(isMutated, message),
    reactions: reacted ? [{ emoji: "👀", userIds: [message.sender], count: 1, mine: false }] : undefined,
    attachments: files.length > 0 ? files.map((file) => attachmentView(bench, file, message)) : undefined,
    createdAt: clock.write(message.created),
    updatedAt: clock.write(message.updated),
    permalink: `/m/${encodeURIComponent(message.id)}`,
  });
}

/** A message as get-messages shows it. */
export function listedMessage({ isMutated, clock }: Bench, message: Message): JsonObject {
  const content = distorted(isMutated, message.content);
  return bag({
    pinned: false,
    id: message.id,
    parentId: isMutated("messages.reply-orphaned") ? undefined : parentOf(isMutated, message),
    senderId: isMutated("messages.sender-in-list") ? message.senderIdentity : message.sender,
    senderType: message.senderType,
    content: isMutated("messages.content-cut-in-list") ? content.slice(0, 280) : content,
    metadata: Object.keys(message.metadata).length > 0 ? message.metadata : undefined,
    replyCount: repliesOf(isMutated, message),
    createdAt: clock.write(message.created),
  });
}

/** Told where there are any, or where they are told and never counted. */
function repliesOf(isMutated: Bench["isMutated"], { replies }: Message): number | undefined {
  return replies > 0 || isMutated("messages.replies-uncounted") ? replies : undefined;
}

function parentOf(isMutated: Bench["isMutated"], message: Message): string | undefined {
  return message.parent !== undefined && isMutated("messages.reply-parent-root") ? message.channel : message.parent;
}

function otherChannel({ world }: Bench, message: Message): string {
  return world.channels.rows().find(({ id }) => id !== message.channel)?.id ?? message.channel;
}

function distorted(isMutated: Bench["isMutated"], content: string): string {
  if (isMutated("messages.content-escaped")) return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  if (isMutated("messages.emoji-lost")) return content.replace(/[\u{10000}-\u{10ffff}]/gu, "?");
  if (isMutated("messages.lines-joined")) return content.replaceAll("\n", " ");
  if (isMutated("messages.markdown-stripped")) return content.replace(/[*_]/g, "");
  return content;
}

function attachmentView({ isMutated, clock }: Bench, file: Upload, message: Message): JsonObject {
  const size = file.bytes?.length ?? file.declared ?? 0;
  const kept = isMutated("files.size-rounded") ? Math.ceil(size / 1024) * 1024 : size;
  return bag({
    id: file.id,
    messageId: isMutated("files.message-id") ? message.channel : message.id,
    name: isMutated("files.name-lower") ? file.name.toLowerCase() : file.name,
    fileType: `.${file.name.split(".").at(-1)}`,
    mimeType: typeOf(isMutated, file.mime),
    size: `${(size / 1000).toFixed(1)} kB`,
    sizeBytes: isMutated("files.size-declared-text") ? String(kept) : kept,
    createdAt: clock.write(file.created),
    scanned: true,
  });
}

function typeOf(isMutated: Bench["isMutated"], mime: string): string {
  return isMutated("files.type-generic") && mime.includes("xml") ? "application/octet-stream" : mime;
}
