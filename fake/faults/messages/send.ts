import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import {
  answering,
  bodyMember,
  editBody,
  inputs,
  onCall,
  onSuccess,
  replace,
  rules,
  showing,
  when,
} from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import { messageRules } from "../../features/messages/rules.ts";
import type { Call } from "../../http/call.ts";
import type { Rules } from "../../rules.ts";
import { type Fault, fault } from "../fault.ts";
import { listing } from "./tools.ts";

/** Faults of sending messages. */
export const messageSendFaults: readonly Fault[] = [
  fault("send-needs-thread", "messages.send.succeeds", "a message outside a thread is refused", ["send-message"], () =>
    inputs("send-message", { threadId: { required: true } }),
  ),
  fault(
    "send-content-trimmed-at-256",
    "messages.send.content",
    "content is cut after 256 characters",
    ["send-message"],
    () => cuttingContent((text) => text.slice(0, 256)),
  ),
  fault(
    "send-content-cut-at-1000",
    "messages.send.content",
    "content is cut after 1000 characters",
    ["send-message"],
    () => cuttingContent((text) => text.slice(0, 1000)),
  ),
  fault(
    "send-content-ascii",
    "messages.send.content",
    "letters outside Latin-1 become question marks",
    ["send-message"],
    () => cuttingContent((text) => text.replace(/[\u0100-\uffff]/g, "?")),
  ),
  fault("send-content-escaped", "messages.send.content", "content comes back escaped for HTML", ["send-message"], () =>
    cuttingContent((text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")),
  ),
  fault(
    "send-content-without-emoji",
    "messages.send.content",
    "letters outside the basic plane are dropped",
    ["send-message"],
    () => cuttingContent((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "")),
  ),
  fault("send-content-one-line", "messages.send.content", "newlines become spaces", ["send-message"], () =>
    cuttingContent((text) => text.replaceAll("\n", " ")),
  ),
  fault(
    "send-names-another-channel",
    "messages.send.channel",
    "the answer names the caller's first channel",
    ["send-message"],
    () =>
      onSuccess("send-message", (reply, call) =>
        editAt(reply.body, "data.channelId", (id) => firstOther(call, String(id))),
      ),
  ),
  fault("send-lost", "messages.send.readable", "every third message is accepted and lost", ["send-message"], () =>
    losing(3),
  ),
  fault("send-reply-without-parent", "messages.send.reply", "a reply names no parent", ["send-message"], () =>
    answering("send-message", "data.parentId", () => null),
  ),
  fault(
    "send-reply-to-the-root",
    "messages.send.reply",
    "a reply to a reply names itself as its parent",
    ["send-message"],
    () =>
      onSuccess("send-message", (reply) =>
        editAt(reply.body, "data", (message) => ({
          ...asObject(message),
          parentId: asObject(message).parentId === null ? null : (asObject(message).id ?? null),
        })),
      ),
  ),
  fault(
    "send-root-with-parent",
    "messages.send.root",
    "a message outside a thread names itself as its parent",
    ["send-message"],
    () =>
      onSuccess("send-message", (reply) =>
        editAt(reply.body, "data", (message) => ({
          ...asObject(message),
          parentId: asObject(message).parentId ?? asObject(message).id ?? null,
        })),
      ),
  ),
  fault(
    "reply-not-counted",
    "messages.send.reply-count",
    "replies are not counted",
    ["send-message", "get-messages"],
    () => rules({ messages: { countReply: () => undefined } }),
  ),
  fault(
    "reply-counted-twice",
    "messages.send.reply-count",
    "each reply counts twice",
    ["send-message", "get-messages"],
    () =>
      rules({
        messages: {
          countReply: (parent) => {
            parent.replyCount += 2;
          },
        },
      }),
  ),
  fault(
    "reply-counted-once",
    "messages.send.reply-count",
    "the reply count stays at one",
    ["send-message", "get-messages"],
    () =>
      rules({
        messages: {
          countReply: (parent) => {
            parent.replyCount = 1;
          },
        },
      }),
  ),
  fault("sender-is-the-workspace", "messages.send.sender", "all agents send as the workspace", ["send-message"], () =>
    showing(["Message", "MessageListItem", "MessageSearchHit"], "senderId", () => "workspace"),
  ),
  fault(
    "sender-is-new-each-time",
    "messages.send.sender",
    "every message names another sender",
    ["send-message"],
    () => {
      let count = 0;
      return answering("send-message", "data.senderId", () => `sender-${++count}`);
    },
  ),
  fault("agents-send-as-humans", "messages.send.sender-type", "messages of agents name a human", ["send-message"], () =>
    showing(["Message", "MessageListItem", "MessageSearchHit"], "senderType", () => "human"),
  ),
  fault("agents-reply-as-humans", "messages.send.sender-type", "replies of agents name a human", ["send-message"], () =>
    onSuccess("send-message", (reply, call) => {
      if (typeof bodyMember(call, "threadId") === "string") editAt(reply.body, "data.senderType", () => "human");
    }),
  ),
  fault(
    "humans-send-as-users",
    "messages.fields.human-sender",
    "messages of humans name the type user",
    ["get-messages", "search-messages"],
    () =>
      showing(
        ["MessageListItem", "MessageSearchHit"],
        "senderType",
        replace((type) => (type === "human" ? "user" : type)),
      ),
  ),
  fault(
    "attachments-not-shown",
    "messages.send.attachments",
    "a sent message shows no attachments",
    ["send-message"],
    () => answering("send-message", "data.attachments", () => []),
  ),
  fault(
    "first-attachment-alone",
    "messages.send.attachments",
    "a sent message shows its first attachment alone",
    ["send-message"],
    () => answering("send-message", "data.attachments", (list) => (Array.isArray(list) ? list.slice(0, 1) : list)),
  ),
  fault(
    "send-anywhere",
    "messages.send.membership",
    "anyone may send to any channel of the workspace",
    ["send-message"],
    () => rules({ messages: { maySend: () => true } }),
  ),
  fault(
    "send-replies-anywhere",
    "messages.send.membership",
    "the membership is not looked at for replies",
    ["send-message"],
    () => {
      let reply = false;
      const noting = onCall("send-message", (call) => {
        reply = bodyMember(call, "threadId") !== undefined;
      });
      const maySend: Rules["messages"]["maySend"] = (caller, id) => reply || messageRules.maySend(caller, id);
      return together(noting, rules({ messages: { maySend } }));
    },
  ),
  fault(
    "send-into-the-void",
    "messages.send.unknown-channel",
    "a message to a channel that does not exist is accepted",
    ["send-message"],
    () => acceptingUnknownChannel(),
  ),
  fault(
    "unknown-attachments-ignored",
    "messages.send.unknown-attachment",
    "attachment ids that are not known are ignored",
    ["send-message"],
    () =>
      onCall("send-message", (call) => {
        const ids = bodyMember(call, "attachmentIds");
        if (Array.isArray(ids))
          editBody(call, (body) => ({ ...body, attachmentIds: ids.filter((id) => isKnownFile(call, id)) }));
      }),
  ),
  fault(
    "attachments-without-bytes",
    "messages.send.not-uploaded",
    "attachments can be sent before their upload",
    ["send-message"],
    () => rules({ files: { needsUpload: false } }),
  ),
  fault(
    "refused-message-sent",
    "messages.send.refused-without-effect",
    "a message with an unknown attachment is refused and sent all the same",
    ["send-message"],
    () => sendingRefused(),
  ),
];

function cuttingContent(cut: (text: string) => string): Change {
  return onCall("send-message", (call) => {
    const content = bodyMember(call, "content");
    if (typeof content === "string") editBody(call, (body) => ({ ...body, content: cut(content) }));
  });
}

function firstOther(call: Call, id: string): string {
  const channels = [...(call.caller?.workspace.directory.channelsOf(call.caller.agent.id) ?? [])];
  return channels.find((channel) => channel !== id) ?? id;
}

/** Hides every n-th message that was sent from listing and search. */
function losing(n: number): Change {
  const lost = new Set<Json>();
  let count = 0;
  const note = onSuccess("send-message", (reply) => {
    count += 1;
    const { data } = reply.body;
    if (count % n === 0) lost.add((data as JsonObject).id ?? null);
  });
  const hide = (operation: string) =>
    listing(operation, (messages) => messages.filter((message) => !lost.has(asObject(message).id ?? null)));
  return together(note, hide("get-messages"), hide("search-messages"));
}

function isKnownFile(call: Call, id: unknown): boolean {
  return (
    typeof id === "string" && [...call.service.workspaces.values()].some(({ files }) => files.get(id) !== undefined)
  );
}

/** Accepts messages to channels that do not exist: the first channel of the caller takes their place inside. */
function acceptingUnknownChannel(): Change {
  return {
    around: (call, next) => {
      const asked = bodyMember(call, "channelId");
      if (call.operation !== "send-message" || typeof asked !== "string") return next();
      if ([...call.service.workspaces.values()].some(({ directory }) => directory.channels.has(asked))) return next();
      const key = call.service.keys.get((call.headers.authorization ?? "").slice(7));
      const inside = key && [...key.workspace.directory.channelsOf(key.agent.id)][0];
      if (inside !== undefined) editBody(call, (body) => ({ ...body, channelId: inside }));
      return next();
    },
  };
}

/** Sends the text of a refused message without its attachments, and still answers the refusal. */
function sendingRefused(): Change {
  return when((call) => call.operation === "send-message" && bodyMember(call, "attachmentIds") !== undefined, {
    around: (call, next) => {
      const reply = next();
      if (reply.status === 200 || reply.status === 401) return reply;
      editBody(call, ({ attachmentIds: _ids, ...body }) => body);
      next();
      return reply;
    },
  });
}
