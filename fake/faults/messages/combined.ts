import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { answering, bodyMember, editBody, gone, onCall, onSuccess, rules } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import { messageRules } from "../../features/messages/rules.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { copyOf } from "../tools.ts";
import { listItem, listing, readingAllDuring, storedOf } from "./tools.ts";

const SEND = ["send-message"];
const FLAG = ["flag-needs-human", "get-messages"];
const READ = ["get-messages"];

/** Faults of messages that show where two things come together: several files, a flag, a thread, another caller. */
export const combinedMessageFaults: readonly Fault[] = [
  fault(
    "flag-keeps-one-attachment",
    "messages.flag.keeps-content",
    "a flagged message shows the first of its attachments",
    ["flag-needs-human"],
    () =>
      answering("flag-needs-human", "data.attachments", (files) => (Array.isArray(files) ? files.slice(0, 1) : files)),
  ),
  fault(
    "flag-renames-attachments",
    "messages.flag.keeps-content",
    "the attachments of a flagged message are called by their ids",
    ["flag-needs-human"],
    () =>
      onSuccess("flag-needs-human", (reply) =>
        editAt(reply.body, "data.attachments[]", (file) => ({ ...asObject(file), name: asObject(file).id ?? null })),
      ),
  ),
  fault(
    "flag-takes-replies-out-of-their-thread",
    "messages.flag.keeps-content",
    "a flagged reply is listed outside its thread, and its answer is silent about it",
    FLAG,
    () =>
      onSuccess("flag-needs-human", (reply, call) => {
        const flagged = storedOf(call, bodyMember(call, "messageId"))?.message;
        if (flagged !== undefined) Object.assign(flagged, { parentId: null });
        editAt(reply.body, "data.parentId", gone);
      }),
  ),
  fault(
    "sender-of-files-is-an-identity",
    "messages.send.sender",
    "the answer to a message with files names the identity of the agent as its sender",
    SEND,
    () => ofFiles((call) => call.caller?.agent.identityId ?? null),
  ),
  fault(
    "files-answered-in-another-sender-than-listed",
    "consistency.message-views",
    "a message with files has one sender in its answer and another in its channel",
    ["send-message", "get-messages"],
    () => ofFiles((call) => `${call.caller?.agent.id}-files`),
  ),
  fault("send-accents-dropped", "messages.send.content", "an acute accent of its own is dropped", SEND, () =>
    onCall("send-message", (call) => {
      const content = bodyMember(call, "content");
      if (typeof content === "string")
        editBody(call, (body) => ({ ...body, content: content.replaceAll("\u0301", "") }));
    }),
  ),
  fault(
    "get-before-inclusive-for-flagged",
    "messages.get.before-exclusive",
    "before a flagged message, that message itself comes too",
    READ,
    () => includingFlagged("before"),
  ),
  fault(
    "get-after-inclusive-for-flagged",
    "messages.get.after-exclusive",
    "after a flagged message, that message itself comes too",
    READ,
    () => includingFlagged("after"),
  ),
  fault(
    "get-walk-loses-one-at-some-counts",
    "messages.get.walk-back",
    "the last page back lacks its oldest message where it holds 3, 10 or 17",
    READ,
    () =>
      onSuccess("get-messages", (reply, call) => {
        const { messages, hasMore } = asObject(reply.body.data);
        if (!call.query.has("before") || hasMore === true || !Array.isArray(messages)) return;
        if (messages.length % 7 === 3) asObject(reply.body.data).messages = messages.slice(0, -1);
      }),
  ),
  fault(
    "has-more-false-before-the-last-one",
    "messages.get.has-more-true",
    "a page says that there is no more when a single message remains after it",
    READ,
    () =>
      onSuccess("get-messages", (reply, call) => {
        const { messages } = asObject(reply.body.data);
        const last = Array.isArray(messages) ? asObject(messages.at(-1)).id : undefined;
        if (call.query.has("after") && countAfter(call, last) === 1) editAt(reply.body, "data.hasMore", () => false);
      }),
  ),
  fault(
    "has-more-false-after-the-first-one",
    "messages.get.has-more-true",
    "a page says that there is no more when only the first message of the channel remains before it",
    READ,
    () =>
      onSuccess("get-messages", (reply, call) => {
        const { messages } = asObject(reply.body.data);
        const shown = Array.isArray(messages) ? messages.map((message) => asObject(message).id) : [];
        if (call.query.has("before") && countBefore(call, shown) === 1) editAt(reply.body, "data.hasMore", () => false);
      }),
  ),
  fault(
    "replies-listed-in-part",
    "messages.get.walk-back",
    "every second reply is missing in its channel",
    READ,
    () => {
      // In the order in which they are read first.
      const places = new Map<unknown, number>();
      return listing("get-messages", (messages) =>
        messages.filter((one) => {
          const { id, parentId } = asObject(one);
          if (parentId !== null && !places.has(id)) places.set(id, places.size);
          return (places.get(id) ?? 0) % 2 === 0;
        }),
      );
    },
  ),
  fault("replies-left-out-before", "messages.get.walk-back", "replies are listed, but not before a message", READ, () =>
    listing("get-messages", (messages, call) =>
      messages.filter((one) => asObject(one).parentId === null || !call.query.has("before")),
    ),
  ),
  fault(
    "flag-of-a-human-without-effect",
    "messages.flag.sets-needs-human",
    "flagging the message of a human sets nothing",
    FLAG,
    () =>
      onSuccess("flag-needs-human", (reply, call) => {
        const flagged = storedOf(call, bodyMember(call, "messageId"))?.message;
        if (flagged?.senderType !== "human") return;
        const { needsHuman: _gone, ...others } = flagged.metadata;
        Object.assign(flagged, { metadata: others });
        editAt(reply.body, "data.metadata", () => copyOf(others) as JsonObject);
      }),
  ),
  fault(
    "flag-of-a-human-unlisted",
    "messages.flag.persists",
    "the flag of a human's message is left out where it is listed",
    FLAG,
    () =>
      listing("get-messages", (messages) =>
        messages.map((one) => {
          const { needsHuman: _gone, ...metadata } = asObject(asObject(one).metadata);
          return asObject(one).senderType === "human" ? { ...asObject(one), metadata } : one;
        }),
      ),
  ),
  fault(
    "flag-of-a-reply-without-channel",
    "messages.flag.full-form",
    "the answer to the flag of a reply does not name its channel",
    ["flag-needs-human"],
    () =>
      onSuccess("flag-needs-human", (reply) => {
        if (asObject(reply.body.data).parentId !== null) editAt(reply.body, "data.channelId", gone);
      }),
  ),
  fault(
    "search-shows-others-everything",
    "messages.search.membership",
    "the second agent finds messages of every channel",
    ["search-messages"],
    () => searchingAllFor(({ agents }, id) => [...agents.keys()].indexOf(id) > 0),
  ),
  fault(
    "search-beside-a-limit-shows-closed-channels",
    "messages.search.membership",
    "beside a limit, messages of every channel of the workspace are found",
    ["search-messages"],
    () => readingAllDuring("search-messages", (call) => call.query.has("limit") && !call.query.has("channelId")),
  ),
  fault(
    "search-shows-replies-of-closed-channels",
    "messages.search.membership",
    "replies are found in every channel of the workspace",
    ["search-messages"],
    () => together(readingAllDuring("search-messages"), listing("search-messages", withoutClosedRoots)),
  ),
];

/** Leaves out what is no reply and stands in a channel that the caller does not belong to. */
function withoutClosedRoots(hits: Json[], call: Call): Json[] {
  const { caller } = call;
  return hits.filter((hit) => {
    const stored = storedOf(call, asObject(hit).id);
    if (stored === undefined || caller === null) return false;
    return stored.message.parentId !== null || messageRules.mayRead(caller, stored.message.channelId);
  });
}

/** Messages of the channel after one of them. */
function countAfter(call: Call, id: unknown): number | null {
  const stored = storedOf(call, id);
  const messages = call.caller?.workspace.messages;
  if (stored === undefined || messages === undefined) return null;
  return messages.inChannel(stored.message.channelId).length - 1 - messages.placeOf(stored);
}

/** Messages of the channel before the first of these. */
function countBefore(call: Call, ids: readonly unknown[]): number | null {
  const messages = call.caller?.workspace.messages;
  if (messages === undefined || ids.length === 0) return null;
  return Math.min(...ids.flatMap((id) => storedOf(call, id) ?? []).map((stored) => messages.placeOf(stored)));
}

/** Names another sender in answers to messages with files. */
function ofFiles(sender: (call: Call) => Json): Change {
  return onSuccess("send-message", (reply, call) => {
    const files = bodyMember(call, "attachmentIds");
    if (Array.isArray(files) && files.length > 0) editAt(reply.body, "data.senderId", () => sender(call));
  });
}

function includingFlagged(cursor: "before" | "after"): Change {
  return listing("get-messages", (messages, call) => {
    const named = call.caller?.workspace.messages.get(call.query.get(cursor) ?? "")?.message;
    if (named === undefined || named.metadata.needsHuman === undefined) return messages;
    return cursor === "before" ? [listItem(named), ...messages] : [...messages, listItem(named)];
  });
}

type Directory = NonNullable<Call["caller"]>["workspace"]["directory"];

function searchingAllFor(concerned: (directory: Directory, agent: string) => boolean): Change {
  let searching = false;
  return together(
    rules({
      messages: {
        mayRead: (caller, id) => {
          const { directory } = caller.workspace;
          const open = searching && directory.channels.has(id) && concerned(directory, caller.agent.id);
          return open || messageRules.mayRead(caller, id);
        },
      },
    }),
    {
      around: (call, next) => {
        searching = call.operation === "search-messages";
        const reply = next();
        searching = false;
        return reply;
      },
    },
  );
}
