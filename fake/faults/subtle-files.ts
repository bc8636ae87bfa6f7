import { gunzipSync } from "node:zlib";
import { asObject } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../changes/hooks.ts";
import { ownKey, withKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import type { StoredFile } from "../features/files/model.ts";
import { fileRules } from "../features/files/rules.ts";
import { type Fault, fault } from "./fault.ts";
import { editingList, member, refusingWhen } from "./tools.ts";

const UPLOAD = ["request-file-upload"];
const DOWNLOAD = ["request-file-download"];
const FLOW = ["request-file-upload", "send-message", "request-file-download"];

/** What is left out of a quarter of an hour when two seconds are left of it. */
const DEAD_MS = 15 * 60_000 - 2_000;

/** Serves other bytes than were put. */
const serving = (edit: (bytes: Buffer, file: StoredFile) => Buffer): Change =>
  rules({ files: { served: (content, file) => [edit(Buffer.concat([...content]), file)] } });

/** Takes files under other names. */
const named = (edit: (name: string) => string): Change =>
  onCall("request-file-upload", (call) =>
    editBody(call, (body) => ({ ...body, fileName: edit(String(body.fileName)) })),
  );

/** Shows other attachments in messages. */
const attachments = (edit: (attachment: Record<string, unknown>, index: number) => object): Change =>
  editingList(["send-message", "flag-needs-human"], "data.attachments", (list) =>
    list.map((one, index) => edit(asObject(one), index) as Record<string, never>),
  );

/** Faults of files that show for some sizes, types, names or numbers of them. */
export const subtleFileFaults: readonly Fault[] = [
  fault(
    "download-of-what-was-named",
    "files.download.membership",
    "a file of a hidden channel is given out once a message of the caller has named it",
    ["request-file-download"],
    () => givingOutNamed(),
  ),
  fault(
    "download-without-channel-open",
    "files.download.membership",
    "a download that names no channel is granted to anybody",
    DOWNLOAD,
    () => {
      let open = false;
      return together(
        onCall("request-file-download", (call) => {
          const file = ownKey(call)?.workspace.files.get(call.query.get("attachmentId") ?? "");
          open = file !== undefined && !call.query.has("channelId");
          if (open && file) call.query.set("channelId", file.channelId);
        }),
        rules({ files: { mayDownload: (caller, channelId) => open || fileRules.mayDownload(caller, channelId) } }),
      );
    },
  ),
  fault(
    "attachment-type-generic-in-replies",
    "files.flow.attachment-type",
    "the files of a reply are of type application/octet-stream in its answer",
    FLOW,
    () =>
      onSuccess("send-message", (reply, call) => {
        if (bodyMember(call, "threadId") !== undefined)
          editAt(reply.body, "data.attachments[].mimeType", () => "application/octet-stream");
      }),
  ),
  fault(
    "download-type-generic-of-replies",
    "files.download.type",
    "the downloads of a reply's files are of type application/octet-stream",
    FLOW,
    () => {
      const ofReplies = new Set<unknown>();
      return together(
        onSuccess("send-message", (_reply, call) => {
          const ids = bodyMember(call, "attachmentIds");
          if (bodyMember(call, "threadId") !== undefined && Array.isArray(ids)) for (const id of ids) ofReplies.add(id);
        }),
        onSuccess("request-file-download", (reply, call) => {
          if (ofReplies.has(call.query.get("attachmentId")))
            editAt(reply.body, "data.mimeType", () => "application/octet-stream");
        }),
      );
    },
  ),
  fault("bytes-cut-at-200k", "files.flow.same-bytes", "files keep their first 200 KB", FLOW, () =>
    serving((bytes) => bytes.subarray(0, 200_000)),
  ),
  fault("put-refused-beyond-1-mib", "files.flow.put", "bytes beyond a MiB are granted, and not taken", UPLOAD, () =>
    onSuccess("request-file-upload", (reply, call) => {
      if (Number(bodyMember(call, "sizeBytes")) > 1_048_576)
        editAt(reply.body, "data.uploadUrl", (url) => String(url).replace(/expires=\d+/, "expires=1"));
    }),
  ),
  ...(["PUT", "GET"] as const).map((used) =>
    fault(
      `address-of-a-${used.toLowerCase()}-dies-early`,
      used === "PUT" ? "files.flow.put" : "files.download.get",
      `the address for a ${used} lives two seconds, whatever its answer tells`,
      used === "PUT" ? UPLOAD : DOWNLOAD,
      () => rules({ files: { isFresh: (expires, now, method) => now < expires - (method === used ? DEAD_MS : 0) } }),
    ),
  ),
  fault(
    "put-refused-for-a-type-with-a-plus",
    "files.flow.put",
    "files of type image/svg+xml are granted, and not taken",
    UPLOAD,
    () =>
      onSuccess("request-file-upload", (reply, call) => {
        if (String(bodyMember(call, "mimeType")).includes("+"))
          editAt(reply.body, "data.uploadUrl", (url) => String(url).replace(/expires=\d+/, "expires=1"));
      }),
  ),
  fault(
    "put-refused-under-an-older-name",
    "files.flow.put",
    "files of type application/x-yaml are granted, and not taken",
    UPLOAD,
    () =>
      onSuccess("request-file-upload", (reply, call) => {
        if (bodyMember(call, "mimeType") === "application/x-yaml")
          editAt(reply.body, "data.uploadUrl", (url) => String(url).replace(/expires=\d+/, "expires=1"));
      }),
  ),
  fault("bytes-cut-at-1-mib", "files.flow.same-bytes", "files keep their first 1,048,576 bytes", FLOW, () =>
    serving((bytes) => bytes.subarray(0, 1_048_576)),
  ),
  fault("bytes-of-the-last-of-its-name", "files.flow.same-bytes", "files of one name share their bytes", FLOW, () => {
    const last = new Map<string, StoredFile>();
    return rules({
      files: {
        kept: (content, file) => {
          last.set(file.name, file);
          return content;
        },
        served: (content, file) => last.get(file.name)?.content ?? content,
      },
    });
  }),
  fault(
    "bytes-of-another-of-the-same-size",
    "files.flow.same-bytes",
    "files of one size share the bytes of the first",
    FLOW,
    () => {
      const first = new Map<number, Buffer>();
      return serving((bytes) => {
        const shared = first.get(bytes.length) ?? bytes;
        first.set(bytes.length, shared);
        return shared;
      });
    },
  ),
  fault(
    "bytes-of-the-first-attachment",
    "files.flow.same-bytes",
    "all attachments of a message give the bytes of the first",
    FLOW,
    () => {
      const first = new Map<string, StoredFile>();
      return together(
        onSuccess("send-message", (reply, { caller }) => {
          const list = asObject(reply.body.data).attachments;
          const files = Array.isArray(list)
            ? list.map((one) => caller?.workspace.files.get(String(member(one, "id"))))
            : [];
          for (const file of files) if (file !== undefined && files[0] !== undefined) first.set(file.id, files[0]);
        }),
        rules({ files: { served: (content, file) => first.get(file.id)?.content ?? content } }),
      );
    },
  ),
  fault("bytes-without-byte-order-mark", "files.flow.same-bytes", "a byte order mark is cut off texts", FLOW, () =>
    serving((bytes) => (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? bytes.subarray(3) : bytes)),
  ),
  fault("bytes-with-unix-lines", "files.flow.same-bytes", "texts lose their carriage returns", FLOW, () =>
    serving((bytes, { mimeType }) =>
      mimeType.startsWith("text/") ? Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1") : bytes,
    ),
  ),
  fault("bytes-with-last-newline", "files.flow.same-bytes", "texts end with a newline", FLOW, () =>
    serving((bytes, { mimeType }) =>
      mimeType.startsWith("text/") && bytes.at(-1) !== 10 ? Buffer.concat([bytes, Buffer.from("\n")]) : bytes,
    ),
  ),
  fault("bytes-end-at-zero", "files.flow.same-bytes", "a file ends at its first zero byte", FLOW, () =>
    serving((bytes) => (bytes.includes(0) ? bytes.subarray(0, bytes.indexOf(0)) : bytes)),
  ),
  fault("bytes-unzipped", "files.flow.same-bytes", "gzip files are served unpacked", FLOW, () =>
    serving((bytes, { mimeType }) => {
      if (!mimeType.includes("gzip")) return bytes;
      try {
        return gunzipSync(bytes);
      } catch {
        return bytes;
      }
    }),
  ),
  fault("json-reformatted", "files.flow.same-bytes", "JSON files are kept without white space", FLOW, () =>
    serving((bytes, { mimeType }) => {
      if (mimeType !== "application/json") return bytes;
      try {
        return Buffer.from(JSON.stringify(JSON.parse(bytes.toString())));
      } catch {
        return bytes;
      }
    }),
  ),
  fault("images-recompressed", "files.flow.same-bytes", "images lose what follows their first 512 bytes", FLOW, () =>
    serving((bytes, { mimeType }) => (mimeType.startsWith("image/") ? bytes.subarray(0, 512) : bytes)),
  ),
  fault(
    "attachment-names-mixed",
    "files.flow.attachment-name",
    "the second attachment has the name of the first",
    FLOW,
    () => {
      let name: unknown;
      return attachments((one, index) => {
        if (index === 0) name = one.name;
        return { ...one, name };
      });
    },
  ),
  fault("attachment-name-cut", "files.flow.attachment-name", "names are cut after 40 characters", FLOW, () =>
    attachments((one) => ({ ...one, name: String(one.name).slice(0, 40) })),
  ),
  fault("upload-name-jpeg-as-jpg", "files.flow.attachment-name", "the extension jpeg is kept as jpg", FLOW, () =>
    named((name) => name.replace(/\.jpeg$/, ".jpg")),
  ),
  fault(
    "upload-name-plus-as-blank",
    "files.flow.attachment-name",
    "the name of a file is read like a part of an address",
    FLOW,
    () => named((name) => name.replaceAll("+", " ")),
  ),
  fault("bytes-of-html-without-scripts", "files.flow.same-bytes", "scripts in HTML are renamed", FLOW, () =>
    serving((bytes, { mimeType }) =>
      mimeType === "text/html" ? Buffer.from(bytes.toString().replaceAll("<script", "<removed")) : bytes,
    ),
  ),
  fault("attachment-type-jpg", "files.flow.attachment-type", "image/jpeg is shown as image/jpg", FLOW, () =>
    attachments((one) => ({ ...one, mimeType: String(one.mimeType).replace("jpeg", "jpg") })),
  ),
  fault(
    "attachment-type-of-the-first",
    "files.flow.attachment-type",
    "all attachments have the type of the first",
    FLOW,
    () => {
      let type: unknown;
      return attachments((one, index) => {
        if (index === 0) type = one.mimeType;
        return { ...one, mimeType: type };
      });
    },
  ),
  fault("attachment-size-in-16-bits", "files.flow.attachment-size", "sizes are kept in 16 bits", FLOW, () =>
    attachments((one) => ({ ...one, sizeBytes: Number(one.sizeBytes) % 65_536 })),
  ),
  fault(
    "attachment-second-names-no-message",
    "files.flow.attachment-message",
    "the second attachment names another message",
    FLOW,
    () => attachments((one, index) => (index === 0 ? one : { ...one, messageId: one.id })),
  ),
  fault("download-name-mojibake", "files.download.name", "the name of a download is read as Latin-1", DOWNLOAD, () =>
    onSuccess("request-file-download", (reply) =>
      editAt(reply.body, "data.name", (name) => Buffer.from(String(name)).toString("latin1")),
    ),
  ),
  fault("download-name-escaped", "files.download.name", "the name of a download is written for a page", DOWNLOAD, () =>
    onSuccess("request-file-download", (reply) =>
      editAt(reply.body, "data.name", (name) => String(name).replaceAll("&", "&amp;")),
    ),
  ),
  fault("download-size-in-16-bits", "files.download.size", "the size of a download is kept in 16 bits", DOWNLOAD, () =>
    onSuccess("request-file-download", (reply) =>
      editAt(reply.body, "data.sizeBytes", (size) => Number(size) % 65_536),
    ),
  ),
  fault("download-type-of-text-plain", "files.download.type", "every text is downloaded as text/plain", DOWNLOAD, () =>
    onSuccess("request-file-download", (reply) =>
      editAt(reply.body, "data.mimeType", (type) => (String(type).startsWith("text/") ? "text/plain" : type)),
    ),
  ),
  fault(
    "download-second-attachment-refused",
    "files.download.succeeds",
    "only the first attachment of a message can be downloaded",
    DOWNLOAD,
    () => {
      const later = new Set<string>();
      return together(
        onSuccess("send-message", (reply) => {
          const list = asObject(reply.body.data).attachments;
          if (Array.isArray(list)) for (const one of list.slice(1)) later.add(String(member(one, "id")));
        }),
        refusingWhen("request-file-download", (call) => later.has(call.query.get("attachmentId") ?? ""), 404),
      );
    },
  ),
  fault(
    "download-of-replies-refused",
    "files.download.succeeds",
    "attachments of replies cannot be downloaded",
    DOWNLOAD,
    () =>
      refusingWhen(
        "request-file-download",
        (call) => {
          const messages = call.caller?.workspace.messages;
          const file = call.caller?.workspace.files.get(call.query.get("attachmentId") ?? "");
          return (messages?.get(file?.messageId ?? "")?.message.parentId ?? null) !== null;
        },
        404,
      ),
  ),
];

/** A message may name a file of others; it then counts as one of the message's channel. */
function givingOutNamed(): Change {
  const named = new Map<string, string>();
  return {
    around: (call, next) => {
      const own = ownKey(call);
      if (own === undefined) return next();
      const fileOf = (id: unknown) => own.workspace.files.get(String(id));
      if (call.operation === "send-message") {
        const ids = [bodyMember(call, "attachmentIds") ?? []].flat();
        const others = ids.filter((id) => (fileOf(id)?.requesterId ?? own.agent.id) !== own.agent.id);
        for (const id of others) named.set(String(id), String(bodyMember(call, "channelId")));
        if (others.length > 0) {
          editBody(call, (body) => ({ ...body, attachmentIds: ids.filter((id) => !others.includes(id)) as string[] }));
        }
        return next();
      }
      const id = call.query.get("attachmentId") ?? "";
      if (call.operation !== "request-file-download" || named.get(id) !== call.query.get("channelId")) return next();
      const file = fileOf(id);
      const owner = [...call.service.keys.values()].find(({ agent }) => agent.id === file?.requesterId);
      if (file === undefined || owner === undefined) return next();
      call.query.set("channelId", file.channelId);
      return withKey(call, owner, next);
    },
  };
}
