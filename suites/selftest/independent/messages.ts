import { breath, type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { addMessage } from "./message-store.ts";
import { messageView } from "./message-view.ts";
import { refuse } from "./refusal.ts";
import type { JsonObject } from "./shape.ts";
import { ownChannel, visibleMessage } from "./sight.ts";
import type { Channel, Message } from "./world.ts";

async function sendMessage(call: Call): Promise<Outcome> {
  const { input, caller, choices, world, isMutated } = call;
  const channel = targetChannel(call, input.id("channelId") ?? refuse("invalid", "channelId is missing"));
  const content = input.text("content", { min: 1 }) ?? refuse("invalid", "content is missing");
  const parent = parentIn(call, channel);
  const attachments = attachable(call, channel);
  input.end();
  const message = addMessage(call, {
    workspace: caller.workspace,
    channel: channel.id,
    parent: parent?.id,
    senderType: choices.messages.agentType,
    sender: caller.id,
    senderIdentity: caller.identity,
    content,
    metadata: choices.messages.ownMetadata ? { client: "api", trusted: true } : {},
    attachments: isMutated("messages.attachment-second-lost") ? attachments.slice(0, 1) : attachments,
  });
  for (const id of attachments) world.uploads.change(id, { message: message.id });
  if (parent) await countReply(call, parent, message);
  return { data: messageView(call, message) };
}

function targetChannel(call: Call, id: string): Channel {
  const { world, caller, isMutated } = call;
  const channel = world.channels.find(id);
  return channel?.workspace === caller.workspace && isMutated("messages.send-anywhere")
    ? channel
    : ownChannel(call, id);
}

function parentIn(call: Call, channel: Channel): Message | undefined {
  const id = call.input.id("threadId");
  if (id === undefined) return undefined;
  const parent = call.world.messages.find(id);
  if (!parent || parent.workspace !== channel.workspace) return notThere(call, "thread", id);
  return parent.channel === channel.id ? parent : refuse("invalid", "the thread is in another channel", { id });
}

async function countReply(call: Call, parent: Message, reply: Message): Promise<void> {
  const { isMutated, world } = call;
  if (isMutated("messages.replies-uncounted") || call.choices.liberties.noReplyCount) return;
  if (isMutated("messages.sent-twice")) addMessage(call, reply);
  const before = world.messages.find(parent.id)?.replies ?? 0;
  if (isMutated("messages.replies-race")) await breath(15);
  const replies = isMutated("messages.replies-counted-once") ? 1 : before + 1;
  world.messages.change(parent.id, { replies });
}

function attachable(call: Call, channel: Channel): string[] {
  const { input, choices, isMutated } = call;
  const listed = input.list("attachmentIds") ?? [];
  if (listed.length > 20) refuse("invalid", "at most 20 attachments");
  const ground = choices.files.refusal;
  return listed.flatMap((id) => {
    if (typeof id !== "string") return refuse("invalid", "attachmentIds: texts expected");
    const upload = call.world.uploads.find(id);
    if (!upload && isMutated("files.attach-unknown")) return [];
    if (!upload || upload.channel !== channel.id) return notThere(call, "attachment", id);
    if (!upload.bytes && !isMutated("files.attach-before-upload"))
      return refuse(ground, "the upload is not finished", { id });
    return upload.message === undefined ? [id] : refuse(ground, "the attachment was sent already", { id });
  });
}

function flag(call: Call): Outcome {
  const { input, choices, world, clock, isMutated } = call;
  const id = input.id("messageId") ?? refuse("invalid", "messageId is missing");
  const reason = input.text("reason") ?? "";
  input.end();
  const message = flaggable(call, id);
  if (!message) return { data: { id, version: 1, metadata: { needsHuman: true } } };
  const mark = { true: true, reason, object: { reason, at: clock.write(clock.now()) } }[choices.messages.needsHuman];
  const needsHuman = mark === "" ? true : mark;
  const metadata: JsonObject = {
    ...(isMutated("messages.flag-overwrites") ? {} : message.metadata),
    ...(isMutated("messages.flag-unmarked") ? {} : { needsHuman }),
  };
  const changed = {
    metadata: isMutated("messages.flag-not-stored") ? message.metadata : metadata,
    content: isMutated("messages.flag-edits") ? reason : message.content,
    version: message.version + 1,
    updated: clock.now(),
  };
  return { data: messageView(call, { ...world.messages.change(id, changed), metadata }) };
}

function flaggable(call: Call, id: string): Message | undefined {
  const { isMutated, world, caller } = call;
  const message = world.messages.find(id);
  if (!message && isMutated("messages.flag-unknown")) return undefined;
  const abroad = message !== undefined && message.workspace !== caller.workspace;
  return abroad && isMutated("messages.flag-other-workspace") ? message : visibleMessage(call, id);
}

/** send-message and flag-needs-human. */
export const messageOperations: readonly Operation[] = [
  { name: "send-message", method: "POST", family: "agent", run: sendMessage },
  { name: "flag-needs-human", method: "POST", family: "agent", run: flag },
];
