import { type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { addMessage } from "./message-store.ts";
import { messageView } from "./message-view.ts";
import { refuse } from "./refusal.ts";
import type { JsonObject } from "./shape.ts";
import { ownChannel, visibleMessage } from "./visibility.ts";
import type { Channel, Message } from "./world.ts";

function sendMessage(call: Call): Outcome {
  const { input, caller, choices, world } = call;
  const channel = ownChannel(call, input.id("channelId") ?? refuse("invalid", "channelId is missing"));
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
    attachments,
  });
  for (const id of attachments) world.uploads.change(id, { message: message.id });
  if (parent) countReply(call, parent);
  return { data: messageView(call, message) };
}

function parentIn(call: Call, channel: Channel): Message | undefined {
  const id = call.input.id("threadId");
  if (id === undefined) return undefined;
  const parent = call.world.messages.find(id);
  if (!parent || parent.workspace !== channel.workspace) return notThere(call, "thread", id);
  return parent.channel === channel.id ? parent : refuse("invalid", "the thread is in another channel", { id });
}

function countReply({ world, choices }: Call, { id, replies }: Message): void {
  if (!choices.liberties.noReplyCount) world.messages.change(id, { replies: replies + 1 });
}

function attachable(call: Call, channel: Channel): string[] {
  const { input, choices } = call;
  const listed = input.list("attachmentIds") ?? [];
  if (listed.length > 20) refuse("invalid", "at most 20 attachments");
  const ground = choices.files.refusal;
  return listed.flatMap((id) => {
    if (typeof id !== "string") return refuse("invalid", "attachmentIds: texts expected");
    const upload = call.world.uploads.find(id);
    if (!upload || upload.channel !== channel.id) return notThere(call, "attachment", id);
    if (!upload.bytes) return refuse(ground, "the upload is not finished", { id });
    return upload.message === undefined ? [id] : refuse(ground, "the attachment was sent already", { id });
  });
}

function flag(call: Call): Outcome {
  const { input, choices, world, clock } = call;
  const id = input.id("messageId") ?? refuse("invalid", "messageId is missing");
  const reason = input.text("reason") ?? "";
  input.end();
  const message = visibleMessage(call, id);
  const mark = { true: true, reason, object: { reason, at: clock.write(clock.now()) } }[choices.messages.needsHuman];
  const needsHuman = mark === "" ? true : mark;
  const metadata: JsonObject = { ...message.metadata, needsHuman };
  const changed = { metadata, version: message.version + 1, updated: clock.now() };
  return { data: messageView(call, world.messages.change(id, changed)) };
}

/** send-message and flag-needs-human. */
export const messageOperations: readonly Operation[] = [
  { name: "send-message", method: "POST", family: "agent", run: sendMessage },
  { name: "flag-needs-human", method: "POST", family: "agent", run: flag },
];
