import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { answering, bodyMember, editBody, onCall, onReply, onSuccess, showing } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { member, refusingWhen } from "../tools.ts";
import { attached, countingAtMost, fileOf } from "./tools.ts";

const SEND = ["send-message"];
const FLAG = ["flag-needs-human"];

/** Keeps another content than was sent. */
const keeping = (edit: (content: string, call: Call) => string): Change =>
  onCall("send-message", (call) => {
    const content = bodyMember(call, "content");
    if (typeof content === "string") editBody(call, (body) => ({ ...body, content: edit(content, call) }));
  });

/** Faults of sending that show for some texts, threads or attachments. */
export const subtleSendFaults: readonly Fault[] = [
  fault("send-spaces-collapsed", "messages.send.content", "two spaces in a content become one", SEND, () =>
    keeping((text) => text.replace(/(\S) {2,}(?=\S)/g, "$1 ")),
  ),
  fault("send-lines-trimmed", "messages.send.content", "lines of a content lose their indent", SEND, () =>
    keeping((text) => text.replace(/\n +/g, "\n")),
  ),
  fault("send-blank-lines-dropped", "messages.send.content", "blank lines in a content are dropped", SEND, () =>
    keeping((text) => text.replace(/\n{2,}/g, "\n")),
  ),
  fault("send-blank-lines-joined", "messages.send.content", "three line breaks and more become two", SEND, () =>
    keeping((text) => text.replace(/\n{3,}/g, "\n\n")),
  ),
  fault("send-typographer", "messages.send.content", "straight quotes become curly", SEND, () =>
    keeping((text) => text.replace(/"([^"\n]*)"/g, "“$1”")),
  ),
  fault("send-dots-joined", "messages.send.content", "three dots become one sign", SEND, () =>
    keeping((text) => text.replaceAll("...", "\u2026")),
  ),
  fault("send-dashes-joined", "messages.send.content", "two hyphens between words become a dash", SEND, () =>
    keeping((text) => text.replace(/(?<=[ \w])--(?=[ \w])/g, "\u2013")),
  ),
  fault("send-shortcodes", "messages.send.content", "a word between colons becomes an emoji", SEND, () =>
    keeping((text) => text.replace(/:[a-z_]+:/g, "🙂")),
  ),
  fault("send-joiners-dropped", "messages.send.content", "emoji lose their joiners and variants", SEND, () =>
    keeping((text) => text.replace(/[\u200d\ufe0f]/g, "")),
  ),
  fault("send-percent-decoded", "messages.send.content", "percent signs in a content are decoded", SEND, () =>
    keeping((text) =>
      text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16))),
    ),
  ),
  fault("send-backslashes-dropped", "messages.send.content", "backslashes are dropped", SEND, () =>
    keeping((text) => text.replaceAll("\\", "")),
  ),
  fault("send-script-links-dropped", "messages.send.content", "scripts in links are dropped", SEND, () =>
    keeping((text) => text.replaceAll("javascript:", "")),
  ),
  fault("send-tags-stripped", "messages.send.content", "what looks like a tag is stripped", SEND, () =>
    keeping((text) => text.replace(/<[a-z/][^>]*>/gi, "") || "?"),
  ),
  fault("send-links-marked", "messages.send.content", "bare addresses are put into angle brackets", SEND, () =>
    keeping((text) => text.replace(/(^|\s)(https?:\/\/[^\s)>]+)/g, "$1<$2>")),
  ),
  fault("send-0-refused", "messages.send.succeeds", "the content 0 counts as none", SEND, () =>
    refusingWhen("send-message", (call) => bodyMember(call, "content") === "0"),
  ),
  fault("send-replies-cut", "messages.send.content", "the content of a reply is cut after 100 characters", SEND, () =>
    keeping((text, call) => (bodyMember(call, "threadId") === undefined ? text : text.slice(0, 100))),
  ),
  fault(
    "send-with-attachment-loses-content",
    "messages.send.content",
    "a message with attachments has its file's name as its content",
    SEND,
    () => keeping((text, call) => (attached(call).length > 0 ? "file" : text)),
  ),
  fault(
    "reply-with-attachment-without-parent",
    "messages.send.reply",
    "a reply with an attachment names no parent",
    SEND,
    () =>
      onSuccess("send-message", (reply, call) => {
        if (attached(call).length > 0) editAt(reply.body, "data.parentId", () => null);
      }),
  ),
  fault(
    "second-reply-to-the-first",
    "messages.send.reply",
    "a second reply names the first as its parent",
    SEND,
    () => {
      const first = new Map<unknown, Json>();
      return onSuccess("send-message", (reply, call) => {
        const thread = bodyMember(call, "threadId");
        if (thread === undefined) return;
        const before = first.get(thread);
        if (before === undefined) first.set(thread, asObject(reply.body.data).id ?? null);
        else editAt(reply.body, "data.parentId", () => before);
      });
    },
  ),
  fault(
    "reply-to-a-reply-without-parent",
    "messages.send.reply",
    "a reply to a reply is sent into no thread",
    SEND,
    () => {
      const replies = new Set<unknown>();
      return onSuccess("send-message", (reply, call) => {
        const thread = bodyMember(call, "threadId");
        if (thread === undefined) return;
        replies.add(asObject(reply.body.data).id);
        if (replies.has(thread)) editAt(reply.body, "data.parentId", () => null);
      });
    },
  ),
  fault("attachments-third-dropped", "messages.send.attachments", "a message shows two attachments at most", SEND, () =>
    answering("send-message", "data.attachments", (list) => (Array.isArray(list) ? list.slice(0, 2) : list)),
  ),
  fault(
    "unknown-attachment-beside-known-ignored",
    "messages.send.unknown-attachment",
    "an unknown attachment beside a known one is ignored",
    SEND,
    () =>
      onCall("send-message", (call) => {
        const known = attached(call).filter((id) => fileOf(call, id) !== undefined);
        if (known.length > 0) editBody(call, (body) => ({ ...body, attachmentIds: known }));
      }),
  ),
  fault(
    "not-uploaded-beside-uploaded-accepted",
    "messages.send.not-uploaded",
    "an attachment without bytes is accepted beside one with bytes",
    SEND,
    () =>
      onCall("send-message", (call) => {
        const whole = attached(call).filter((id) => fileOf(call, id)?.content !== null);
        if (whole.length > 0) editBody(call, (body) => ({ ...body, attachmentIds: whole }));
      }),
  ),
  fault(
    "refused-reply-sent-as-root",
    "messages.send.refused-without-effect",
    "a reply into no thread is refused, and sent outside",
    SEND,
    () =>
      sendingAnyway(
        (call) => bodyMember(call, "threadId") !== undefined,
        ({ threadId: _thread, ...body }) => body,
      ),
  ),
  fault(
    "refused-message-without-bytes-sent",
    "messages.send.refused-without-effect",
    "a message whose attachment has no bytes is refused, and sent without",
    SEND,
    () =>
      sendingAnyway(
        (call) => attached(call).some((id) => fileOf(call, id)?.content === null),
        ({ attachmentIds: _ids, ...body }) => body,
      ),
  ),
  fault(
    "sender-of-a-reply-is-the-parents",
    "messages.send.sender",
    "a reply to a person names that person as its sender",
    SEND,
    () =>
      onSuccess("send-message", (reply, call) => {
        const parent = call.caller?.workspace.messages.get(String(bodyMember(call, "threadId")))?.message;
        if (parent !== undefined && parent.senderType === "human")
          editAt(reply.body, "data.senderId", () => parent.senderId);
      }),
  ),
  fault(
    "replies-of-others-uncounted",
    "messages.send.reply-count",
    "replies after the second are not counted",
    SEND,
    () => countingAtMost(2),
  ),
  fault(
    "send-long-lost",
    "messages.send.readable",
    "messages of more than 1000 characters are accepted and lost",
    ["send-message", "get-messages"],
    () => unlisted((message) => String(member(message, "content")).length > 1000),
  ),
  fault(
    "send-with-attachments-unlisted",
    "messages.send.readable",
    "messages with attachments are not listed",
    ["send-message", "get-messages"],
    () => {
      const hidden = new Set<Json>();
      return together(
        onSuccess("send-message", (reply, call) => {
          if (attached(call).length > 0) hidden.add(asObject(reply.body.data).id ?? null);
        }),
        unlisted((message) => hidden.has(member(message, "id"))),
      );
    },
  ),
  fault(
    "flagged-unlisted",
    "messages.send.readable",
    "flagged messages leave the listing",
    ["flag-needs-human", "get-messages"],
    () => unlisted((message) => asObject(member(message, "metadata")).needsHuman !== undefined),
  ),
  fault(
    "listed-content-without-emoji",
    "consistency.message-views",
    "listed messages lack letters outside the basic plane",
    ["send-message", "get-messages"],
    () => showing("MessageListItem", "content", (text) => String(text).replace(/[\u{10000}-\u{10ffff}]/gu, "?")),
  ),
  fault(
    "found-content-highlighted",
    "consistency.message-views",
    "search hits mark the word that was found",
    ["send-message", "search-messages"],
    () =>
      onSuccess("search-messages", (reply, call) => {
        const word = call.query.get("query") ?? "";
        editAt(reply.body, "data.messages[].content", (text) => String(text).replace(word, `<b>${word}</b>`));
      }),
  ),
  fault(
    "found-reply-in-another-channel",
    "consistency.message-views",
    "search hits of replies name no channel of theirs",
    ["send-message", "search-messages"],
    () =>
      onSuccess("search-messages", (reply, { caller }) => {
        const list = asObject(reply.body.data).messages;
        if (Array.isArray(list))
          for (const hit of list) {
            const parent = caller?.workspace.messages.get(String(member(hit, "id")))?.message.parentId ?? null;
            if (parent !== null) asObject(hit).channelId = parent;
          }
      }),
  ),
];

/** Faults of flagging that show for some messages, or after other steps. */
export const subtleFlagFaults: readonly Fault[] = [
  fault("flag-reply-refused", "messages.flag.succeeds", "a reply cannot be flagged", FLAG, () =>
    refusingWhen("flag-needs-human", (call) => messageOf(call)?.parentId !== null),
  ),
  fault("flag-human-refused", "messages.flag.succeeds", "a message of a person cannot be flagged", FLAG, () =>
    refusingWhen("flag-needs-human", (call) => messageOf(call)?.senderType === "human", 403),
  ),
  fault(
    "flag-non-ascii-reason-refused",
    "messages.flag.succeeds",
    "a reason with letters outside ASCII is refused",
    FLAG,
    () => refusingWhen("flag-needs-human", (call) => /[^\x20-\x7e]/.test(String(bodyMember(call, "reason")))),
  ),
  fault("flag-reply-loses-parent", "messages.flag.keeps-content", "a flagged reply names no parent", FLAG, () =>
    answering("flag-needs-human", "data.parentId", () => null),
  ),
  fault(
    "flag-trims-content",
    "messages.flag.keeps-content",
    "a flagged message has its content on one line",
    FLAG,
    () =>
      onSuccess("flag-needs-human", (reply, call) => {
        const message = messageOf(call);
        if (message !== undefined) message.content = message.content.replaceAll("\n", " ");
        editAt(reply.body, "data.content", (text) => String(text).replaceAll("\n", " "));
      }),
  ),
  fault(
    "flag-names-flagger-as-sender",
    "messages.flag.keeps-content",
    "who flags a message becomes its sender",
    FLAG,
    () =>
      onSuccess("flag-needs-human", (reply, call) =>
        editAt(reply.body, "data", (data) => ({
          ...asObject(data),
          senderId: call.caller?.agent.id ?? null,
          senderType: "agent",
        })),
      ),
  ),
  fault(
    "flag-cuts-content-in-list",
    "messages.flag.keeps-content",
    "a flagged message is listed with its first 50 characters",
    ["flag-needs-human", "get-messages"],
    () =>
      onSuccess("flag-needs-human", (_reply, call) => {
        const message = messageOf(call);
        if (message !== undefined) message.content = message.content.slice(0, 50);
      }),
  ),
  fault("flag-entry-false", "messages.flag.sets-needs-human", "the entry of a reply is false", FLAG, () =>
    onSuccess("flag-needs-human", (reply, call) => {
      if (messageOf(call)?.parentId !== null) editAt(reply.body, "data.metadata.needsHuman", () => false);
    }),
  ),
  fault(
    "flag-of-replies-not-kept",
    "messages.flag.persists",
    "the entry of a reply is in the answer alone",
    ["flag-needs-human", "get-messages"],
    () =>
      onSuccess("flag-needs-human", (_reply, call) => {
        const message = messageOf(call);
        if (message !== undefined && message.parentId !== null) message.metadata = {};
      }),
  ),
  fault(
    "flag-lost-with-a-reply",
    "messages.flag.persists",
    "the entry is gone when somebody replies",
    ["flag-needs-human", "send-message", "get-messages"],
    () =>
      onSuccess("send-message", (_reply, call) => {
        const parent = call.caller?.workspace.messages.get(String(bodyMember(call, "threadId")))?.message;
        if (parent !== undefined) parent.metadata = {};
      }),
  ),
  fault(
    "flag-lost-with-the-next",
    "messages.flag.persists",
    "only the message flagged last has its entry",
    ["flag-needs-human", "get-messages"],
    () =>
      onSuccess("flag-needs-human", (_reply, call) => {
        const flagged = messageOf(call);
        const all = call.caller?.workspace.messages.inChannel(flagged?.channelId ?? "") ?? [];
        for (const { message } of all)
          if (message !== flagged && message.metadata.needsHuman !== undefined) message.metadata = {};
      }),
  ),
  fault(
    "flag-marks-replies",
    "messages.flag.only-the-message",
    "flagging a message flags its replies",
    ["flag-needs-human", "get-messages"],
    () =>
      onSuccess("flag-needs-human", (_reply, call) =>
        alsoFlagging(call, (message, flagged) => message.parentId === flagged.id),
      ),
  ),
  fault(
    "flag-marks-parent",
    "messages.flag.only-the-message",
    "flagging a reply flags its parent",
    ["flag-needs-human", "get-messages"],
    () =>
      onSuccess("flag-needs-human", (_reply, call) =>
        alsoFlagging(call, (message, flagged) => message.id === flagged.parentId),
      ),
  ),
];

function messageOf(call: Call) {
  return call.caller?.workspace.messages.get(String(bodyMember(call, "messageId")))?.message;
}

type Message = NonNullable<ReturnType<typeof messageOf>>;

function alsoFlagging(call: Call, concerned: (message: Message, flagged: Message) => boolean): void {
  const flagged = messageOf(call);
  if (flagged === undefined) return;
  for (const { message } of call.caller?.workspace.messages.inChannel(flagged.channelId) ?? [])
    if (concerned(message, flagged)) message.metadata = { ...message.metadata, needsHuman: { reason: "thread" } };
}

function unlisted(hidden: (message: Json) => boolean): Change {
  return onReply("get-messages", (reply) => {
    const data = asObject(reply.body.data);
    if (Array.isArray(data.messages)) data.messages = data.messages.filter((message) => !hidden(message));
  });
}

/** Sends a refused message in another form, and still answers the refusal. */
function sendingAnyway(concerned: (call: Call) => boolean, mended: (body: JsonObject) => JsonObject): Change {
  return {
    around: (call, next) => {
      const reply = next();
      if (call.operation !== "send-message" || reply.status === 200 || reply.status === 401 || !concerned(call))
        return reply;
      editBody(call, mended);
      next();
      return reply;
    },
  };
}
