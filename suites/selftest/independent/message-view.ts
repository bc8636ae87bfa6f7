import type { Bench } from "./call.ts";
import { bag, type JsonObject } from "./shape.ts";
import type { Message, Upload } from "./world.ts";

/** Returns a message in its full form. */
export function messageView(bench: Bench, message: Message): JsonObject {
  const { clock, world, choices } = bench;
  const reacted = message.senderType === "human" && choices.world.reactions;
  const files = message.attachments.flatMap((id) => world.uploads.find(id) ?? []);
  return bag({
    content: message.content,
    id: message.id,
    channelId: message.channel,
    parentId: message.parent,
    senderType: message.senderType,
    senderId: message.sender,
    metadata: Object.keys(message.metadata).length > 0 ? message.metadata : undefined,
    version: message.version,
    replyCount: repliesOf(message),
    reactions: reacted ? [{ emoji: "👀", userIds: [message.sender], count: 1, mine: false }] : undefined,
    attachments: files.length > 0 ? files.map((file) => attachmentView(bench, file, message)) : undefined,
    createdAt: clock.write(message.created),
    updatedAt: clock.write(message.updated),
    permalink: `/m/${encodeURIComponent(message.id)}`,
  });
}

/** Returns a message as get-messages shows it. */
export function listedMessage({ clock }: Bench, message: Message): JsonObject {
  return bag({
    pinned: false,
    id: message.id,
    parentId: message.parent,
    senderId: message.sender,
    senderType: message.senderType,
    content: message.content,
    metadata: Object.keys(message.metadata).length > 0 ? message.metadata : undefined,
    replyCount: repliesOf(message),
    createdAt: clock.write(message.created),
  });
}

/** Returns the number of replies; absent if there are none. */
function repliesOf({ replies }: Message): number | undefined {
  return replies > 0 ? replies : undefined;
}

function attachmentView({ clock }: Bench, file: Upload, message: Message): JsonObject {
  const size = file.bytes?.length ?? file.declared ?? 0;
  return bag({
    id: file.id,
    messageId: message.id,
    name: file.name,
    fileType: `.${file.name.split(".").at(-1)}`,
    mimeType: file.mime,
    size: `${(size / 1000).toFixed(1)} kB`,
    sizeBytes: size,
    createdAt: clock.write(file.created),
    scanned: true,
  });
}
