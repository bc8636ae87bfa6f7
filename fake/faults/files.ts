import type { Json } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { answering, bodyMember, editBody, onCall, onReply, onSuccess, put, rules, showing } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import { isAllowedType } from "../features/files/types.ts";
import type { Call } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";
import { invented, member, refused, refusingWhen, shownKey } from "./tools.ts";

const UPLOAD = ["request-file-upload"];
const DOWNLOAD = ["request-file-download"];
const FLOW = ["request-file-upload", "send-message", "request-file-download"];

/** Faults of uploads. */
export const fileUploadFaults: readonly Fault[] = [
  fault("upload-text-refused", "files.upload.allowed-types", "plain text is refused", UPLOAD, () =>
    rules({ files: { isAllowedType: (type) => isAllowedType(type) && type !== "text/plain" } }),
  ),
  fault("upload-yaml-refused", "files.upload.allowed-types", "YAML is refused", UPLOAD, () =>
    rules({ files: { isAllowedType: (type) => isAllowedType(type) && !type.includes("yaml") } }),
  ),
  fault("upload-gzip-refused", "files.upload.allowed-types", "gzip is refused", UPLOAD, () =>
    rules({ files: { isAllowedType: (type) => isAllowedType(type) && !type.includes("gzip") } }),
  ),
  fault("upload-images-png-only", "files.upload.allowed-types", "images other than PNG are refused", UPLOAD, () =>
    rules({
      files: { isAllowedType: (type) => isAllowedType(type) && (!type.startsWith("image/") || type === "image/png") },
    }),
  ),
  fault("upload-any-type", "files.upload.other-types", "files of any type are accepted", UPLOAD, () =>
    rules({ files: { isAllowedType: () => true } }),
  ),
  fault("upload-video-accepted", "files.upload.other-types", "videos are accepted", UPLOAD, () =>
    rules({ files: { isAllowedType: (type) => isAllowedType(type) || type.startsWith("video/") } }),
  ),
  fault("upload-octets-accepted", "files.upload.other-types", "any application type is accepted", UPLOAD, () =>
    rules({ files: { isAllowedType: (type) => isAllowedType(type) || type.startsWith("application/") } }),
  ),
  fault("upload-for-good", "files.flow.short-lived", "upload addresses expire in a hundred years", UPLOAD, () =>
    answering("request-file-upload", "data.expiresAt", put("2126-01-01T00:00:00.000Z")),
  ),
  fault(
    "upload-octet-stream-accepted",
    "files.upload.other-types",
    "bytes of no type are accepted, whatever their name",
    UPLOAD,
    () => rules({ files: { isAllowedType: (type) => isAllowedType(type) || type === "application/octet-stream" } }),
  ),
  fault("upload-max-ignored", "files.upload.max-bytes", "files of any size are accepted", UPLOAD, () =>
    rules({ files: { maxBytes: () => Number.MAX_SAFE_INTEGER } }),
  ),
  fault("upload-max-off-by-one", "files.upload.max-bytes", "one byte more than the limit is accepted", UPLOAD, () =>
    rules({ files: { maxBytes: ({ workspace }) => workspace.plan.maxFileBytes + 1 } }),
  ),
  fault(
    "upload-max-told-too-small",
    "files.upload.max-bytes",
    "the limit that is told is half the one in force",
    UPLOAD,
    () => rules({ files: { toldMaxBytes: ({ workspace }) => workspace.plan.maxFileBytes / 2 } }),
  ),
  fault("upload-max-refused", "files.upload.max-bytes-accepted", "a size of exactly the limit is refused", UPLOAD, () =>
    rules({ files: { maxBytes: ({ workspace }) => workspace.plan.maxFileBytes - 1 } }),
  ),
  fault("upload-anywhere", "files.upload.membership", "anyone may upload to any channel of the workspace", UPLOAD, () =>
    rules({ files: { mayUpload: () => true } }),
  ),
  fault(
    "upload-into-the-void",
    "files.upload.unknown-channel",
    "an upload to a channel that does not exist is accepted",
    UPLOAD,
    () => uploadingToNothing(),
  ),
  fault("upload-already-expired", "files.upload.short-lived", "an upload has expired when it is answered", UPLOAD, () =>
    onSuccess("request-file-upload", (reply, call) =>
      editAt(reply.body, "data.expiresAt", () => new Date(call.at - 60_000).toISOString()),
    ),
  ),
  fault("upload-without-content-type", "files.upload.allowed-types", "source code is refused", UPLOAD, () =>
    rules({
      files: { isAllowedType: (type) => isAllowedType(type) && !/x-|javascript|typescript|css|html/.test(type) },
    }),
  ),
];

function uploadingToNothing(): Change {
  return {
    around: (call, next) => {
      const asked = bodyMember(call, "channelId");
      const key = shownKey(call);
      if (call.operation !== "request-file-upload" || typeof asked !== "string" || key === undefined) return next();
      if ([...call.service.workspaces.values()].some(({ directory }) => directory.channels.has(asked))) return next();
      const inside = [...key.workspace.directory.channelsOf(key.agent.id)][0];
      if (inside !== undefined) editBody(call, (body) => ({ ...body, channelId: inside }));
      return next();
    },
  };
}

/** Faults of the bytes on their way. */
export const fileFlowFaults: readonly Fault[] = [
  fault("put-refused", "files.flow.put", "the upload address has expired at once", UPLOAD, () =>
    onSuccess("request-file-upload", (reply) =>
      editAt(reply.body, "data.uploadUrl", (url) => String(url).replace(/expires=\d+/, "expires=1")),
    ),
  ),
  fault(
    "put-needs-other-headers",
    "files.flow.put",
    "the headers that are told do not satisfy the upload",
    UPLOAD,
    () => answering("request-file-upload", "data.headers", () => ({ "Content-Type": "application/x-unknown" })),
  ),
  fault(
    "signed-urls-need-the-key",
    "files.flow.no-key",
    "presigned addresses lead to operations that need the key",
    FLOW,
    () =>
      together(
        answering("request-file-upload", "data.uploadUrl", (url) => keyed(url)),
        answering("request-file-download", "data.signedUrl", (url) => keyed(url)),
      ),
  ),
  fault("attach-refused", "files.flow.attach", "two attachments in one message are refused", FLOW, () =>
    refusingWhen("send-message", (call) => {
      const ids = bodyMember(call, "attachmentIds");
      return Array.isArray(ids) && ids.length > 1;
    }),
  ),
  fault(
    "refused-message-spends-its-files",
    "files.flow.attach",
    "a file that a refused message names counts as sent",
    FLOW,
    () =>
      onReply("send-message", (reply, call) => {
        const ids = bodyMember(call, "attachmentIds");
        if (reply.status === 200 || !Array.isArray(ids)) return;
        for (const id of ids) {
          const file = call.caller?.workspace.files.get(String(id));
          if (file !== undefined) file.messageId ??= "a message that was refused";
        }
      }),
  ),
  fault(
    "refused-reply-spends-its-files",
    "files.flow.attach",
    "a file that a reply to nothing names counts as sent, although that is refused",
    FLOW,
    () =>
      onReply("send-message", (reply, call) => {
        const [ids, thread] = [bodyMember(call, "attachmentIds"), bodyMember(call, "threadId")];
        if (reply.status === 200 || !Array.isArray(ids) || thread === undefined) return;
        if (call.caller?.workspace.messages.get(String(thread))) return;
        for (const id of ids) {
          const file = call.caller?.workspace.files.get(String(id));
          if (file !== undefined) file.messageId ??= "a reply that was refused";
        }
      }),
  ),
  fault(
    "attachment-name-without-inner-part",
    "files.flow.attachment-name",
    "attachments have the last extension alone after the first dot of their name",
    FLOW,
    () => showing("Message", "attachments[].name", (name) => String(name).replace(/\..*(\.[^.]*)$/s, "$1")),
  ),
  fault(
    "attachment-name-read-as-address",
    "files.flow.attachment-name",
    "what stands after a percent sign in the name of an attachment is read as in an address",
    FLOW,
    () =>
      showing("Message", "attachments[].name", (name) =>
        String(name).replace(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
      ),
  ),
  fault(
    "name-cut-at-hash",
    "files.download.name",
    "a name ends before a number sign or a question mark",
    DOWNLOAD,
    () => answering("request-file-download", "data.name", (name) => String(name).replace(/[#?].*$/s, "")),
  ),
  fault(
    "attachment-name-lowercase",
    "files.flow.attachment-name",
    "attachments have their names in small letters",
    FLOW,
    () => showing("Message", "attachments[].name", (name) => String(name).toLowerCase()),
  ),
  fault("attachment-name-garbled", "files.flow.attachment-name", "names in UTF-8 are read as Latin-1", FLOW, () =>
    showing("Message", "attachments[].name", (name) => Buffer.from(String(name)).toString("latin1")),
  ),
  fault(
    "attachment-type-generic",
    "files.flow.attachment-type",
    "attachments are of type application/octet-stream",
    FLOW,
    () => showing("Message", "attachments[].mimeType", () => "application/octet-stream"),
  ),
  fault("attachment-size-in-kilobytes", "files.flow.attachment-size", "sizes are given in kilobytes", FLOW, () =>
    showing("Message", "attachments[].sizeBytes", (size) => Math.ceil(Number(size) / 1024)),
  ),
  fault("attachment-names-the-channel", "files.flow.attachment-message", "attachments name another message", FLOW, () =>
    showing("Message", "attachments[].messageId", (id) => String(id).split("").toReversed().join("")),
  ),
  fault("bytes-cut", "files.flow.same-bytes", "the last byte of a download is cut off", FLOW, () =>
    rules({ files: { served: (content) => [Buffer.concat(content).subarray(0, -1)] } }),
  ),
  fault("bytes-as-text", "files.flow.same-bytes", "bytes are kept as text", FLOW, () =>
    rules({ files: { kept: (content) => [Buffer.from(Buffer.concat(content).toString("utf8"))] } }),
  ),
  fault("bytes-cut-at-64k", "files.flow.same-bytes", "files keep their first 64 KB", FLOW, () =>
    rules({ files: { kept: (content) => [Buffer.concat(content).subarray(0, 65_536)] } }),
  ),
  fault("bytes-once", "files.flow.same-bytes", "a second download is empty", FLOW, () => servingOnce()),
  fault("signature-not-checked", "files.flow.tampered-url", "signatures are not looked at", FLOW, () =>
    rules({ files: { checksSignature: false } }),
  ),
];

function keyed(url: Json): Json {
  const { origin } = new URL(String(url));
  return `${origin}/v1/agent/list-tasks`;
}

function servingOnce(): Change {
  const served = new Set<string>();
  return rules({
    files: {
      served: (content, { id }) => {
        if (served.has(id)) return [];
        served.add(id);
        return content;
      },
    },
  });
}

/** Faults of downloads. */
export const fileDownloadFaults: readonly Fault[] = [
  fault("download-of-own-files-refused", "files.download.succeeds", "images cannot be downloaded", DOWNLOAD, () =>
    refusingDownload((type) => type.startsWith("image/")),
  ),
  fault("download-always-404", "files.download.succeeds", "the second download of a file is refused", DOWNLOAD, () => {
    const seen = new Set<string>();
    return refusingWhen(
      "request-file-download",
      (call) => {
        const id = call.query.get("attachmentId") ?? "";
        if (seen.has(id)) return true;
        seen.add(id);
        return false;
      },
      404,
    );
  }),
  fault("download-url-dead", "files.download.get", "the signed address leads nowhere", DOWNLOAD, () =>
    answering("request-file-download", "data.signedUrl", (url) =>
      String(url).replace(/signature=.*/, "signature=none"),
    ),
  ),
  fault("download-name-is-the-id", "files.download.name", "the name of a download is its id", DOWNLOAD, () =>
    onSuccess("request-file-download", (reply, call) =>
      editAt(reply.body, "data.name", () => call.query.get("attachmentId") ?? ""),
    ),
  ),
  fault(
    "download-type-generic",
    "files.download.type",
    "downloads are of type application/octet-stream",
    DOWNLOAD,
    () => answering("request-file-download", "data.mimeType", () => "application/octet-stream"),
  ),
  fault(
    "download-size-rounded",
    "files.download.size",
    "the size of a download is rounded to kilobytes",
    DOWNLOAD,
    () => answering("request-file-download", "data.sizeBytes", (size) => Math.ceil(Number(size) / 1024) * 1024),
  ),
  fault(
    "download-anywhere",
    "files.download.membership",
    "anyone may download from any channel of the workspace",
    DOWNLOAD,
    () => rules({ files: { mayDownload: () => true } }),
  ),
  fault(
    "download-channel-not-compared",
    "files.download.other-channel",
    "the channel named need not be the file's",
    DOWNLOAD,
    () => onCall("request-file-download", (call) => nameTheFilesChannel(call)),
  ),
  fault(
    "download-unknown-accepted",
    "files.download.unknown-attachment",
    "an attachment that does not exist can be downloaded",
    DOWNLOAD,
    () =>
      onReply("request-file-download", (reply, call) => {
        if (reply.status === 404)
          Object.assign(
            reply,
            invented(call, {
              signedUrl: `${call.service.origin}/files/none`,
              name: "?",
              mimeType: "text/plain",
              sizeBytes: 0,
              expiresAt: new Date(call.at + 60_000).toISOString(),
            }),
          );
      }),
  ),
  fault(
    "download-already-expired",
    "files.download.short-lived",
    "a download has expired when it is answered",
    DOWNLOAD,
    () =>
      onSuccess("request-file-download", (reply, call) =>
        editAt(reply.body, "data.expiresAt", () => new Date(call.at - 60_000).toISOString()),
      ),
  ),
];

function refusingDownload(concerned: (mimeType: string) => boolean): Change {
  return onReply("request-file-download", (reply, call) => {
    if (reply.status === 200 && concerned(String(member(reply.body.data ?? null, "mimeType"))))
      Object.assign(reply, refused(call, 404));
  });
}

/** Takes the file's own channel for the one named, when the caller may use the one named. */
function nameTheFilesChannel(call: Call): void {
  const key = shownKey(call);
  const file = key?.workspace.files.get(call.query.get("attachmentId") ?? "");
  const named = call.query.get("channelId") ?? "";
  if (key === undefined || file === undefined || !key.workspace.directory.isMember(named, key.agent.id)) return;
  const owner = [...call.service.keys.values()].find(
    ({ workspace, agent }) => workspace === key.workspace && workspace.directory.isMember(file.channelId, agent.id),
  );
  if (owner === undefined) return;
  call.query.set("channelId", file.channelId);
  call.headers = { ...call.headers, authorization: `Bearer ${owner.key}` };
}
