import type { Bench } from "./call.ts";
import { type Bag, bag } from "./shape.ts";
import type { Message, Upload } from "./world.ts";

/** A message in its full form. */
export function messageView(bench: Bench, message: Message): Bag {
  const { bug, clock, world, choices } = bench;
  const reacted = message.senderType === "human" && choices.world.reactions;
  const files = message.attachments.flatMap((id) => world.uploads.find(id) ?? []);
  return bag({
    content: distorted(bug, message.content),
    id: message.id,
    channelId: bug("messages.channel-missing") ? otherChannel(bench, message) : message.channel,
    parentId: parentOf(bug, message),
    senderType: message.senderType,
    senderId: message.sender,
    metadata: Object.keys(message.metadata).length > 0 ? message.metadata : undefined,
    version: bug("messages.version-missing") ? undefined : message.version,
    replyCount: repliesOf(bug, message),
    reactions: reacted ? [{ emoji: "👀", userIds: [message.sender], count: 1, mine: false }] : undefined,
    attachments: files.length > 0 ? files.map((file) => attachmentView(bench, file, message)) : undefined,
    createdAt: clock.write(message.created),
    updatedAt: clock.write(message.updated),
    permalink: `/m/${encodeURIComponent(message.id)}`,
  });
}

/** A message as get-messages shows it. */
export function listedMessage({ bug, clock }: Bench, message: Message): Bag {
  const content = distorted(bug, message.content);
  return bag({
    pinned: false,
    id: message.id,
    parentId: bug("messages.reply-orphaned") ? undefined : parentOf(bug, message),
    senderId: bug("messages.sender-in-list") ? message.senderIdentity : message.sender,
    senderType: message.senderType,
    content: bug("messages.content-cut-in-list") ? content.slice(0, 280) : content,
    metadata: Object.keys(message.metadata).length > 0 ? message.metadata : undefined,
    replyCount: repliesOf(bug, message),
    createdAt: clock.write(message.created),
  });
}

/** Told where there are any, or where they are told and never counted. */
function repliesOf(bug: Bench["bug"], { replies }: Message): number | undefined {
  return replies > 0 || bug("messages.replies-uncounted") ? replies : undefined;
}

function parentOf(bug: Bench["bug"], message: Message): string | undefined {
  return message.parent !== undefined && bug("messages.reply-parent-root") ? message.channel : message.parent;
}

function otherChannel({ world }: Bench, message: Message): string {
  return world.channels.rows().find(({ id }) => id !== message.channel)?.id ?? message.channel;
}

function distorted(bug: Bench["bug"], content: string): string {
  if (bug("messages.content-escaped")) return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  if (bug("messages.emoji-lost")) return content.replace(/[\u{10000}-\u{10ffff}]/gu, "?");
  if (bug("messages.lines-joined")) return content.replaceAll("\n", " ");
  if (bug("messages.markdown-stripped")) return content.replace(/[*_]/g, "");
  return content;
}

function attachmentView({ bug, clock }: Bench, file: Upload, message: Message): Bag {
  const size = file.bytes?.length ?? file.declared ?? 0;
  const kept = bug("files.size-rounded") ? Math.ceil(size / 1024) * 1024 : size;
  return bag({
    id: file.id,
    messageId: bug("files.message-id") ? message.channel : message.id,
    name: bug("files.name-lower") ? file.name.toLowerCase() : file.name,
    fileType: `.${file.name.split(".").at(-1)}`,
    mimeType: typeOf(bug, file.mime),
    size: `${(size / 1000).toFixed(1)} kB`,
    sizeBytes: bug("files.size-declared-text") ? String(kept) : kept,
    createdAt: clock.write(file.created),
    scanned: true,
  });
}

function typeOf(bug: Bench["bug"], mime: string): string {
  return bug("files.type-generic") && mime.includes("xml") ? "application/octet-stream" : mime;
}
