import { isObject, type JsonObject } from "../../../spec/json.ts";
import type { StoredFile } from "../../features/files/model.ts";
import { postAsService } from "../../features/messages/posting.ts";
import type { Call } from "../../http/call.ts";
import { type Change, combine } from "../../overrides/changes.ts";
import { bodyMember, editBody, editSuccess, inputs, onCall, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { rejectBefore } from "../../overrides/reject-before.ts";
import { choice } from "../variant.ts";
import { reshaping, rewritingDates, wholeSecond } from "./shape.ts";

/** Milliseconds until a service has noticed and scanned a requested upload. */
const NOTICED_MS = 400;
/** The first task number if resources are counted. */
const FIRST_TASK = 600_000;
/** The length of the visible history if a plan hides the rest. */
const HISTORY_MS = 90 * 86_400_000;
/** The lags of the clocks of several servers. */
const CLOCKS_MS = [0, 8, 3];

/** Choices about messages and files that the contract leaves open. */
export const messageChoices = [
  choice({
    name: "nested-reply-parent",
    title: "the parent of a reply to a reply",
    values: ["named-message", "thread-root"],
    change: () =>
      onCall("send-message", (call) => {
        const parent = storedMessage(call, bodyMember(call, "threadId"))?.parentId;
        if (parent) editBody(call, (body) => ({ ...body, threadId: parent }));
      }),
  }),
  choice({
    name: "repeated-text",
    title: "a message with the same text as an earlier one of its sender in the same place",
    values: ["accepted", "rejected"],
    change: () => rejectBefore("send-message", (call) => (isSaidAlready(call) ? [409, "conflict"] : null)),
  }),
  choice({
    name: "repeated-flag",
    title: "a flag of a message that is already flagged",
    values: ["accepted", "rejected"],
    change: () =>
      rejectBefore("flag-needs-human", (call) => {
        const { metadata } = storedMessage(call, bodyMember(call, "messageId")) ?? {};
        return metadata?.needsHuman === undefined ? null : [409, "conflict"];
      }),
  }),
  choice({
    name: "listed-replies",
    title: "replies among the messages of a channel",
    values: ["listed", "omitted"],
    change: () => rules({ messages: { listed: ({ parentId }) => parentId === null } }),
  }),
  choice({
    name: "equal-message-times",
    title: "the order of messages of the same second, where times have no fractions",
    values: ["by-arrival", "by-id"],
    // Times that are rounded otherwise would contradict the order by whole seconds.
    incompatibleWith: ["timestamps"],
    change: () =>
      combine(
        rules({ messages: { withinASecond: "by-id" } }),
        rewritingDates((_, text) => wholeSecond(text)),
      ),
  }),
  choice({
    name: "message-clocks",
    title: "how many clocks the times of messages come from",
    values: ["one-clock", "several-clocks"],
    // Ties by id have no sequence: a message would come before one that was sent and stamped earlier.
    incompatibleWith: ["equal-message-times"],
    change: () =>
      reshaping((thing) => {
        const { id, createdAt } = thing;
        if (!("senderType" in thing) || typeof id !== "string" || typeof createdAt !== "string") return thing;
        const behind = CLOCKS_MS[(id.codePointAt(id.length - 1) ?? 0) % CLOCKS_MS.length] ?? 0;
        return { ...thing, createdAt: new Date(Date.parse(createdAt) - behind).toISOString() };
      }),
  }),
  choice({
    name: "message-sequence",
    title: "whether the metadata of a message contains its sequence number",
    values: ["none", "in-metadata"],
    change: () =>
      reshaping((thing) => {
        const { id, metadata } = thing;
        if (!("senderType" in thing) || typeof id !== "string" || !isObject(metadata)) return thing;
        return { ...thing, metadata: { ...metadata, sequence: FIRST_TASK + Number(id.replace(/\D/g, "").slice(-5)) } };
      }),
  }),
  choice({
    name: "hidden-history",
    title: "whether messages that the plan hides count as more",
    values: ["none", "counted-as-more"],
    outermost: true,
    change: () =>
      onSuccess("get-messages", ({ body }, call) => {
        if (call.query.has("after") || !isObject(body.data) || body.data.hasMore !== false) return;
        const data = { ...body.data, hasMore: true };
        const historyCutoff = { beyondCount: 120, cutoffAt: new Date(call.at - HISTORY_MS).toISOString() };
        const { meta } = answer(call, data);
        const pagination = { hasMore: true, historyCutoff };
        Object.assign(body, { data, meta: { ...(meta as JsonObject), pagination } });
      }),
  }),
  choice({
    name: "message-query-length",
    title: "the maximum length of the query of a message search",
    values: ["any", "100-characters"],
    change: () =>
      rejectBefore("search-messages", ({ query }) =>
        [...(query.get("query") ?? "")].length > 100 ? [400, "invalid_input"] : null,
      ),
  }),
  choice({
    name: "message-lengths",
    title: "the maximum length of the content of a message",
    values: ["any", "500-characters"],
    change: () => inputs("send-message", { content: { maximum: 500 } }),
  }),
  choice({
    name: "before-and-after",
    title: "a request with both before and after",
    values: ["between", "rejected", "before-only"],
    change: (value) => (value === "rejected" ? rejectingBoth() : ignoringAfter()),
  }),
  choice({
    name: "unknown-cursors",
    title: "a cursor that is not a message of the channel",
    values: ["rejected", "ignored"],
    change: () => onCall("get-messages", ignoreForeignCursors),
  }),
  choice({
    name: "foreign-channel-reads",
    title: "reading a channel that the caller is not a member of",
    values: ["rejected", "empty"],
    change: () =>
      onReply(["get-messages", "search-messages"], (reply, call) => {
        if (reply.status !== 403) return;
        const data = call.operation === "get-messages" ? { messages: [], hasMore: false } : { messages: [] };
        Object.assign(reply, { status: 200, body: answer(call, data) });
      }),
  }),
  choice({
    name: "flag-entry",
    title: "the value of needsHuman",
    values: ["object", "true", "reason"],
    change: (value) =>
      rules({
        messages: {
          flagged: (before, needsHuman) => ({
            ...before,
            needsHuman: value === "true" ? true : (needsHuman as JsonObject).reason,
          }),
        },
      }),
  }),
  choice({
    name: "empty-files",
    title: "empty files",
    values: ["accepted", "rejected"],
    change: () => inputs("request-file-upload", { sizeBytes: { minimum: 1 } }),
  }),
  choice({
    name: "non-ascii-file-names",
    title: "file names with characters outside ASCII",
    values: ["as-sent", "cleaned", "rejected"],
    change: (value) =>
      value === "cleaned"
        ? onCall("request-file-upload", (call) => {
            const name = bodyMember(call, "fileName");
            if (typeof name === "string") editBody(call, (body) => ({ ...body, fileName: name.replace(FOREIGN, "_") }));
          })
        : rejectBefore("request-file-upload", (call) =>
            String(bodyMember(call, "fileName")).search(FOREIGN) < 0 ? null : [400, "invalid_input"],
          ),
  }),
  choice({
    name: "file-name-lengths",
    title: "the maximum length of a file name",
    values: ["any", "32-characters"],
    change: () => inputs("request-file-upload", { fileName: { maximum: 32 } }),
  }),
  choice({
    name: "mismatched-file-contents",
    title: "files whose content does not match the announced type",
    values: ["kept", "rejected"],
    change: () => rejectBefore("send-message", (call) => (holdsForgery(call) ? [400, "invalid_input"] : null)),
  }),
  choice({
    name: "quoted-messages",
    title: "which messages the service quotes in a message of its own",
    values: ["none", "all"],
    change: () =>
      onSuccess("send-message", (_reply, call) => {
        const [content, channelId] = [bodyMember(call, "content"), bodyMember(call, "channelId")];
        if (!call.caller || typeof content !== "string" || typeof channelId !== "string") return;
        postAsService(call.caller, { channelId, content: `> ${content}`, metadata: {} });
      }),
  }),
  choice({
    name: "upload-delay",
    title: "a file in the first 400 ms after its upload",
    values: ["usable", "unknown", "being-scanned"],
    change: (value) =>
      rejectBefore("send-message", (call) => {
        if (!sentFiles(call).some((file) => file.content !== null && call.at - Date.parse(file.createdAt) < NOTICED_MS))
          return null;
        return value === "being-scanned" ? [409, "conflict"] : [400, "invalid_input"];
      }),
  }),
  choice({
    name: "upload-size",
    title: "the number of bytes that an upload may have",
    values: ["as-announced", "any"],
    change: () => rules({ files: { checksSize: false } }),
  }),
  choice({
    name: "upload-headers",
    title: "an upload without the headers that were returned with its URL",
    values: ["rejected", "accepted"],
    change: () => rules({ files: { checksHeaders: false } }),
  }),
  choice({
    name: "upload-header-values",
    title: "the values of the headers of an upload",
    values: ["text", "lists"],
    change: () =>
      editSuccess("request-file-upload", "data.headers", (headers) =>
        Object.fromEntries(Object.entries(headers as JsonObject).map(([name, value]) => [name, [value]])),
      ),
  }),
  choice({
    name: "media-type-parameters",
    title: "parameters of a media type",
    values: ["ignored", "rejected"],
    change: () => ({
      rules: (before) => ({
        files: { isAllowedType: (type) => !type.includes(";") && before.files.isAllowedType(type) },
      }),
    }),
  }),
  choice({
    name: "null-members",
    title: "a body member with the value null",
    values: ["absent", "rejected"],
    change: () =>
      onCall("*", (call) => {
        if (call.body.kind !== "json" || !isObject(call.body.value)) return;
        const name = Object.keys(call.body.value).find((key) => bodyMember(call, key) === null);
        if (name !== undefined) call.body = { kind: "unreadable", problem: `${name} must not be null` };
      }),
  }),
];

/** Returns the response of a success that the reference would reject. */
export function answer(call: Call, data: JsonObject): JsonObject {
  const meta = { requestId: call.requestId, timestamp: new Date(call.at).toISOString() };
  return { success: true, data, meta };
}

const FOREIGN = /[^\x20-\x7e]/g;

/** The first bytes of files of some types, in hexadecimal digits. */
const SIGNATURES: Readonly<Record<string, string>> = {
  "image/png": "89504e470d0a1a0a",
  "image/jpeg": "ffd8ff",
  "application/pdf": "255044462d",
  "application/zip": "504b0304",
  "application/gzip": "1f8b",
};

/** Returns true if a file of a message has another type than it declares. */
function holdsForgery(call: Call): boolean {
  return sentFiles(call).some((file) => {
    const begin = SIGNATURES[file.mimeType];
    if (file.content === null || begin === undefined) return false;
    return !Buffer.concat([...file.content])
      .toString("hex")
      .startsWith(begin);
  });
}

/** Returns the existing files that a message names. */
function sentFiles(call: Call): readonly StoredFile[] {
  const ids = bodyMember(call, "attachmentIds");
  const files = ownKey(call)?.workspace.files;
  return (Array.isArray(ids) ? ids : []).flatMap((id) => files?.get(String(id)) ?? []);
}

/** Searches only the caller's workspace: with counted identifiers those of several workspaces are equal. */
function storedMessage(call: Call, id: unknown) {
  return ownKey(call)?.workspace.messages.get(String(id))?.message;
}

const hasBoth = ({ query }: Call) => query.has("before") && query.has("after");

function rejectingBoth(): Change {
  return onReply("get-messages", (reply, call) => {
    if (reply.status !== 200 || !hasBoth(call)) return;
    const error = { code: "invalid_input", message: "before and after exclude each other" };
    Object.assign(reply, { status: 400, body: { success: false, error } });
  });
}

function ignoringAfter(): Change {
  return onCall("get-messages", (call) => {
    if (hasBoth(call)) call.query.delete("after");
  });
}

function ignoreForeignCursors(call: Call): void {
  for (const cursor of ["before", "after"]) {
    const id = call.query.get(cursor);
    if (id !== null && storedMessage(call, id)?.channelId !== call.query.get("channelId")) call.query.delete(cursor);
  }
}

/** Returns true if the caller has posted the same text in that place. A message with files is never the same. */
function isSaidAlready(call: Call): boolean {
  const caller = ownKey(call);
  const [channelId, content, threadId] = ["channelId", "content", "threadId"].map((name) => bodyMember(call, name));
  if (!caller || typeof channelId !== "string") return false;
  return caller.workspace.messages
    .inChannel(channelId)
    .some(
      ({ message }) =>
        message.senderId === caller.agent.id && message.content === content && message.parentId === (threadId ?? null),
    );
}
