import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { together } from "../../changes/change.ts";
import { answering, bodyMember, onReply, onSuccess, rules } from "../../changes/hooks.ts";
import { editAt, GONE } from "../../changes/paths.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { readingAllDuring } from "./tools.ts";

/** Faults of flagging a message. */
export const messageFlagFaults: readonly Fault[] = [
  fault(
    "flag-own-messages-only",
    "messages.flag.succeeds",
    "only messages of others can be flagged",
    ["flag-needs-human"],
    () =>
      onReply("flag-needs-human", (reply) => {
        if (reply.status === 200)
          Object.assign(reply, {
            status: 403,
            body: { success: false, error: { code: "permission_denied", message: "not yours" } },
          });
      }),
  ),
  fault(
    "flag-answers-without-replies",
    "messages.flag.keeps-content",
    "the answer to a flag counts no replies",
    ["flag-needs-human"],
    () => answering("flag-needs-human", "data.replyCount", () => 0),
  ),
  fault(
    "flag-sets-version-back",
    "messages.fields.version-never-falls",
    "flagging sets the version of a message back to 0",
    ["flag-needs-human"],
    () => rules({ messages: { nextVersion: () => 0 } }),
  ),
  fault(
    "flag-counts-versions-from-the-start",
    "messages.fields.version-never-falls",
    "a message that is flagged once more has version 1 again",
    ["flag-needs-human"],
    () => rules({ messages: { nextVersion: (version) => (version > 1 ? 1 : version + 1) } }),
  ),
  fault(
    "flag-of-a-flagged-message-takes-the-flag-away",
    "messages.flag.sets-needs-human",
    "flagging a flagged message takes the entry away",
    ["flag-needs-human"],
    () =>
      rules({
        messages: {
          flagged: ({ needsHuman: flag, ...others }, needsHuman) =>
            flag === undefined ? { ...others, needsHuman } : others,
        },
      }),
  ),
  fault(
    "flag-answers-another",
    "messages.flag.same-message",
    "the answer to a flag is the channel's newest message",
    ["flag-needs-human"],
    () =>
      onSuccess("flag-needs-human", (reply, call) =>
        editAt(reply.body, "data", (message) => newestOfChannel(call, message)),
      ),
  ),
  fault(
    "flag-without-entry",
    "messages.flag.sets-needs-human",
    "the metadata of a flagged message lacks needsHuman",
    ["flag-needs-human"],
    () => rules({ messages: { flagged: (before) => ({ ...before, flagged: true }) } }),
  ),
  fault(
    "flag-entry-in-snake-case",
    "messages.flag.sets-needs-human",
    "the entry is called needs_human",
    ["flag-needs-human"],
    () => rules({ messages: { flagged: (before, entry) => ({ ...before, needs_human: entry }) } }),
  ),
  fault(
    "flag-not-kept",
    "messages.flag.persists",
    "the entry is in the answer alone",
    ["flag-needs-human", "get-messages"],
    () =>
      together(
        rules({ messages: { flagged: (before) => before } }),
        answering("flag-needs-human", "data.metadata", (metadata) => ({ ...asObject(metadata), needsHuman: {} })),
      ),
  ),
  fault(
    "flag-changes-content",
    "messages.flag.keeps-content",
    "flagging adds a mark to the content",
    ["flag-needs-human"],
    () =>
      onSuccess("flag-needs-human", (reply, call) => {
        marking(call);
        editAt(reply.body, "data.content", (text) => `🚩 ${text}`);
      }),
  ),
  fault(
    "flag-drops-attachments",
    "messages.flag.keeps-content",
    "flagging drops the attachments",
    ["flag-needs-human"],
    () => onSuccess("flag-needs-human", (reply) => editAt(reply.body, "data.attachments", () => [])),
  ),
  fault(
    "flag-answers-without-sender",
    "messages.flag.full-form",
    "the answer to a flag does not tell the sender",
    ["flag-needs-human"],
    () => onSuccess("flag-needs-human", (reply) => editAt(reply.body, "data.senderId", () => GONE)),
  ),
  fault(
    "flag-changes-sender",
    "messages.flag.keeps-content",
    "flagging makes the flagger the sender's time new",
    ["flag-needs-human"],
    () =>
      onSuccess("flag-needs-human", (reply) => editAt(reply.body, "data.createdAt", () => new Date().toISOString())),
  ),
  fault(
    "flag-drops-metadata",
    "messages.flag.keeps-metadata",
    "flagging replaces the metadata",
    ["flag-needs-human"],
    () => rules({ messages: { flagged: (_before, needsHuman) => ({ needsHuman }) } }),
  ),
  fault(
    "flag-marks-the-thread",
    "messages.flag.only-the-message",
    "flagging a message flags the one before it too",
    ["flag-needs-human"],
    () => onSuccess("flag-needs-human", (_reply, call) => flaggingNeighbour(call)),
  ),
  fault(
    "flag-marks-the-newest",
    "messages.flag.only-the-message",
    "flagging a message flags the newest of its channel too",
    ["flag-needs-human"],
    () =>
      onSuccess("flag-needs-human", (_reply, call) => {
        const messages = call.caller?.workspace.messages;
        const stored = messages?.get(String(bodyMember(call, "messageId")));
        const newest = stored && messages?.inChannel(stored.message.channelId).at(-1)?.message;
        if (newest) newest.metadata = { ...newest.metadata, needsHuman: { reason: "newest" } };
      }),
  ),
  fault(
    "flag-unknown-accepted",
    "messages.flag.unknown-message",
    "flagging a message that does not exist is accepted",
    ["flag-needs-human"],
    () =>
      onReply("flag-needs-human", (reply, call) => {
        if (reply.status === 404) Object.assign(reply, inventedMessage(call));
      }),
  ),
  fault(
    "flag-anywhere",
    "messages.flag.hidden-message",
    "messages of any channel of the workspace can be flagged",
    ["flag-needs-human"],
    () => readingAllDuring("flag-needs-human"),
  ),
];

function newestOfChannel(call: Call, message: Json): Json {
  const { channelId, metadata } = message as JsonObject;
  const newest = call.caller?.workspace.messages
    .inChannel(String(channelId))
    .findLast(({ message: { id } }) => id !== asObject(message).id);
  return newest === undefined ? message : { ...JSON.parse(JSON.stringify(newest.message)), metadata };
}

function marking(call: Call): void {
  const message = call.caller?.workspace.messages.get(String(bodyMember(call, "messageId")))?.message;
  if (message !== undefined && !message.content.startsWith("🚩")) message.content = `🚩 ${message.content}`;
}

function flaggingNeighbour(call: Call): void {
  const messages = call.caller?.workspace.messages;
  const stored = messages?.get(String(bodyMember(call, "messageId")));
  if (messages === undefined || stored === undefined) return;
  const list = messages.inChannel(stored.message.channelId);
  const place = messages.placeOf(stored);
  const neighbour = list[place - 1] ?? list[place + 1];
  if (neighbour !== undefined)
    neighbour.message.metadata = { ...neighbour.message.metadata, needsHuman: { reason: "thread" } };
}

function inventedMessage(call: Call) {
  const at = new Date(call.at).toISOString();
  const data = {
    id: bodyMember(call, "messageId"),
    content: "",
    version: 1,
    metadata: { needsHuman: {} },
    createdAt: at,
    updatedAt: at,
  };
  return { status: 200, body: { success: true, data, meta: { requestId: call.requestId, timestamp: at } } };
}
