import { asObject, type Json } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { bodyMember, editBody, onCall, onReply, onSuccess, rules, when } from "../changes/hooks.ts";
import { ownKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import type { Call } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";
import { refused } from "./tools.ts";

/** True for a message into a channel that the caller does not belong to, which names a thread of one to which it does. */
function isBesideOwnThread(call: Call): boolean {
  const thread = ownKey(call)?.workspace.messages.get(String(bodyMember(call, "threadId")));
  const isOwn = thread !== undefined && isMember(call, thread.message.channelId);
  return isOwn && !isMember(call, String(bodyMember(call, "channelId")));
}

function isMember(call: Call, channelId: string): boolean {
  const key = ownKey(call);
  return key?.workspace.directory.isMember(channelId, key.agent.id) ?? false;
}

/** The plan is looked at after something else, which refuses what is beyond it. */
function planBehindChannels(): Change {
  return onReply("create-task", (reply, call) => {
    if (call.refusal?.reason !== "plan-limit" || bodyMember(call, "channelId") === undefined) return;
    Object.assign(reply, refused(call, 403));
  });
}

/** Who has used up the plan is told so by other operations as well. */
function planOfEverything(): Change {
  const beyond = new Set<unknown>();
  return together(
    onReply("create-task", (_reply, call) => {
      if (call.refusal?.reason === "plan-limit") beyond.add(ownKey(call));
    }),
    onReply("block-task", (reply, call) => {
      if (reply.status === 200 || !beyond.has(ownKey(call))) return;
      const error = { code: "plan_limit_reached", message: "The plan is used up" };
      Object.assign(reply, { status: 403, body: { success: false, error } });
    }),
  );
}

/** A store that knows files by their bytes gives the name under which it has seen them first. */
function namedByTheirBytes(): Change {
  const names = new Map<string, Json>();
  return onSuccess("request-file-download", (reply, call) => {
    const stored = ownKey(call)?.workspace.files.get(call.query.get("attachmentId") ?? "");
    const bytes = Buffer.concat(stored?.content ?? []).toString("base64");
    editAt(reply.body, "data.name", (name) => {
      const first = names.get(bytes) ?? name;
      names.set(bytes, first);
      return first;
    });
  });
}

/** The name stands in the address as it is, where a sign of it may begin another part. */
function bareNames(): Change {
  return onSuccess("request-file-download", (reply) => {
    const { name } = asObject(asObject(reply.body).data);
    const [sign] = /[#?]/.exec(typeof name === "string" ? name : "") ?? [];
    if (sign === undefined) return;
    editAt(reply.body, "data.signedUrl", (url) => String(url).replace("?", sign === "#" ? "#?" : "?name=?"));
  });
}

/** True for a flag of a message that has another above it. */
function isOfReply(call: Call): boolean {
  const stored = ownKey(call)?.workspace.messages.get(String(bodyMember(call, "messageId")));
  return (stored?.message.parentId ?? null) !== null;
}

function isOfPicture(call: Call): boolean {
  const stored = ownKey(call)?.workspace.files.get(call.query.get("attachmentId") ?? "");
  return stored?.mimeType.startsWith("image/") ?? false;
}

/** Faults of what is closed in front, and open by a side door; and of files that are taken for each other. */
export const sideDoorFaults: readonly Fault[] = [
  fault(
    "thread-opens-every-channel",
    "messages.send.membership",
    "who replies to a message of a channel of its own may send to any channel",
    ["send-message"],
    () =>
      when(
        isBesideOwnThread,
        together(
          rules({ messages: { maySend: () => true } }),
          onCall("send-message", (call) => editBody(call, ({ threadId: _, ...body }) => body)),
        ),
      ),
  ),
  fault(
    "pictures-into-every-channel",
    "files.upload.membership",
    "pictures are granted into channels that the caller does not belong to",
    ["request-file-upload"],
    () =>
      when(
        (call) => String(bodyMember(call, "mimeType")).startsWith("image/"),
        rules({ files: { mayUpload: () => true } }),
      ),
  ),
  fault(
    "replies-flagged-anywhere",
    "messages.flag.hidden-message",
    "a reply can be flagged in channels that the caller does not belong to",
    ["flag-needs-human"],
    () => when(isOfReply, rules({ messages: { mayRead: () => true } })),
  ),
  fault(
    "pictures-of-everybody",
    "files.download.membership",
    "pictures are given out to who does not belong to their channel",
    ["request-file-download"],
    () => when(isOfPicture, rules({ files: { mayDownload: () => true } })),
  ),
  fault(
    "search-of-many-hits-anywhere",
    "messages.search.membership",
    "a search for more than 50 hits looks into channels that the caller does not belong to",
    ["search-messages"],
    () => when(({ query }) => Number(query.get("limit")) > 50, rules({ messages: { mayRead: () => true } })),
  ),
  fault(
    "plan-limit-as-permission-in-channels",
    "tasks.plan.limit-code",
    "beyond the plan a task in a channel is refused as not permitted",
    ["create-task"],
    planBehindChannels,
  ),
  fault(
    "plan-limit-of-blocks",
    "errors.plan-limit-only-create-task",
    "who has used up the plan is told so when a block fails",
    ["create-task", "block-task"],
    planOfEverything,
  ),
  fault(
    "twins-share-their-name",
    "files.download.name",
    "a download has the name of the first file with the same bytes",
    ["request-file-download"],
    namedByTheirBytes,
  ),
  fault(
    "names-bare-in-addresses",
    "files.flow.same-bytes",
    "a name with # or ? stands in its signed address as it is",
    ["request-file-download"],
    bareNames,
  ),
  fault(
    "active-preferences-for-a-month",
    "memories.remember.ttl-preset",
    "a preference that is ACTIVE lives a month, and other memories longer",
    ["remember"],
    () =>
      onCall("remember", (call) => {
        if (bodyMember(call, "ttl_preset") !== "ACTIVE" || bodyMember(call, "kind") !== "preference") return;
        editBody(call, ({ ttl_preset: _, ...body }) => ({ ...body, ttl_seconds: 30 * 86_400 }));
      }),
  ),
];
