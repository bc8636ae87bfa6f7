import { notAMember, notFound, openChannel, usableChannel } from "../../access.ts";
import type { ValuesOf } from "../../http/fields.ts";
import { rejection } from "../../rejection.ts";
import { requireQuota, requireTextQuota } from "../../require-quota.ts";
import type { RuledCaller } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import { attachFiles, usableFiles } from "../files/attach.ts";
import type { flagNeedsHumanFields, searchMessagesFields, sendMessageFields } from "./fields.ts";
import type { Message, MessageHit, StoredMessage } from "./model.ts";
import { postAsAgent } from "./posting.ts";

/** Posts a message as the caller, top-level or in a thread, with its uploaded files. */
export function sendMessage(caller: RuledCaller, input: ValuesOf<typeof sendMessageFields>): Message {
  const { channelId, content, threadId, attachmentIds = [] } = input;
  openChannel(caller, channelId, caller.rules.messages.maySend);
  const parent = threadId === undefined ? null : threadParent(caller, channelId, threadId);
  const files = usableFiles(caller, channelId, attachmentIds);
  if (content.trim() === "" && files.length === 0) {
    throw rejection("invalid-input", "content must not be blank in a message without attachments");
  }
  requireQuota(caller, "messages");
  const { message } = postAsAgent(caller, caller.agent, { channelId, parentId: parent?.id ?? null, content });
  if (parent !== null) caller.rules.messages.countReply(parent);
  message.attachments = attachFiles(caller, files, message);
  return message;
}

/** Returns the message that a reply is to: one of the same channel. */
export function threadParent(caller: RuledCaller, channelId: string, threadId: string): Message {
  const parent = caller.workspace.messages.get(threadId)?.message;
  if (parent === undefined) throw notFound("message", threadId);
  if (parent.channelId === channelId) return parent;
  throw rejection("invalid-input", "threadId names a message of another channel", {
    suggestion: "Reply in the channel of the parent message.",
    details: { threadId, channelId },
  });
}

/** Marks a message as waiting for a person. */
export function flagNeedsHuman(caller: RuledCaller, input: ValuesOf<typeof flagNeedsHumanFields>): Message {
  const { message } = readableMessage(caller, input.messageId);
  requireTextQuota(caller);
  caller.workspace.messages.grow(input.reason.length);
  const facts = { reason: input.reason, flaggedBy: caller.agent.id, flaggedAt: isoInstant(caller.now) };
  changeMetadata(caller, message, caller.rules.messages.flagged(message.metadata, facts));
  return message;
}

/** Takes the flag from a message: a person has seen to it. False for one that is not flagged. */
export function resolveFlag(place: Pick<RuledCaller, "rules" | "now">, message: Message): boolean {
  const { needsHuman, ...metadata } = message.metadata;
  if (needsHuman === undefined) return false;
  changeMetadata(place, message, metadata);
  return true;
}

/** Gives a message other metadata, in its next version. */
export function changeMetadata(
  { rules, now }: Pick<RuledCaller, "rules" | "now">,
  message: Message,
  metadata: Message["metadata"],
): void {
  message.metadata = metadata;
  message.version = rules.messages.nextVersion(message.version);
  message.updatedAt = isoInstant(now);
}

/** Returns the message with this id. Throws a rejection unless it exists and the caller may read its channel. */
export function readableMessage(caller: RuledCaller, messageId: string): StoredMessage {
  const stored = caller.workspace.messages.get(messageId);
  if (stored === undefined) throw notFound("message", messageId);
  if (!caller.rules.messages.mayRead(caller, stored.message.channelId)) throw notAMember(stored.message.channelId);
  return stored;
}

/** Messages that hold every word of the query, the most relevant first, among those that the caller may read. */
export function searchMessages(
  caller: RuledCaller,
  input: ValuesOf<typeof searchMessagesFields>,
): readonly MessageHit[] {
  const { mayRead, indexed } = caller.rules.messages;
  const { query, channelId, limit } = input;
  if (channelId !== undefined) usableChannel(caller, channelId, mayRead);
  const mayShow = (stored: StoredMessage) => {
    const channel = stored.message.channelId;
    return (channelId === undefined ? mayRead(caller, channel) : channel === channelId) && indexed(caller, stored);
  };
  const hits = caller.rules.messages.search(caller, query, Math.max(1, Math.floor(limit)), mayShow);
  return hits.map(({ stored, score }) => ({ message: stored.message, rank: score }));
}
