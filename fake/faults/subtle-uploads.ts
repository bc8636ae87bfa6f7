import { createHash } from "node:crypto";
import { together } from "../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import { isAllowedType } from "../features/files/types.ts";
import { type Fault, fault } from "./fault.ts";
import { refusingWhen } from "./tools.ts";

const UPLOAD = ["request-file-upload"];

/** Faults of upload requests that show for some sizes, types or names. */
export const subtleUploadFaults: readonly Fault[] = [
  fault("upload-of-one-byte-refused", "files.upload.succeeds", "a file of one byte is refused", UPLOAD, () =>
    refusingWhen("request-file-upload", (call) => bodyMember(call, "sizeBytes") === 1),
  ),
  fault("upload-audio-accepted", "files.upload.other-types", "audio is accepted", UPLOAD, () =>
    rules({ files: { isAllowedType: (type) => type.startsWith("audio/") || isAllowedType(type) } }),
  ),
  fault(
    "upload-type-by-its-beginning",
    "files.upload.other-types",
    "a type that merely begins like an allowed one is accepted",
    UPLOAD,
    () => rules({ files: { isAllowedType: (type) => /^(image|text)/.test(type) || isAllowedType(type) } }),
  ),
  fault(
    "upload-type-by-what-it-holds",
    "files.upload.other-types",
    "a type that has zip somewhere in its name is accepted",
    UPLOAD,
    () => rules({ files: { isAllowedType: (type) => type.includes("zip") || isAllowedType(type) } }),
  ),
  fault(
    "upload-gzip-by-its-older-name-alone",
    "files.upload.allowed-types",
    "gzip is known by its older name alone",
    UPLOAD,
    () => rules({ files: { isAllowedType: (type) => type !== "application/gzip" && isAllowedType(type) } }),
  ),
  fault("upload-type-by-extension", "files.upload.other-types", "the type is judged by the extension", UPLOAD, () => {
    let text = false;
    return together(
      onCall("request-file-upload", (call) => {
        text = /\.(txt|png|pdf|json)$/.test(String(bodyMember(call, "fileName")));
      }),
      rules({ files: { isAllowedType: (type) => text || isAllowedType(type) } }),
    );
  }),
  fault("upload-xml-refused", "files.upload.allowed-types", "XML is refused", UPLOAD, () =>
    rules({ files: { isAllowedType: (type) => !type.includes("xml") && isAllowedType(type) } }),
  ),
  fault("upload-pdf-refused", "files.upload.allowed-types", "PDF is refused", UPLOAD, () =>
    rules({ files: { isAllowedType: (type) => !type.includes("pdf") && isAllowedType(type) } }),
  ),
  fault(
    "upload-of-several-dots-refused",
    "files.upload.allowed-types",
    "a name with several dots is refused",
    UPLOAD,
    () => refusingWhen("request-file-upload", (call) => String(bodyMember(call, "fileName")).split(".").length > 2),
  ),
  fault("upload-zip-refused", "files.upload.allowed-types", "zip is refused", UPLOAD, () =>
    rules({ files: { isAllowedType: (type) => !/^application\/(x-)?zip\b/.test(type) && isAllowedType(type) } }),
  ),
  fault("upload-gif-refused", "files.upload.allowed-types", "GIF images are refused", UPLOAD, () =>
    rules({ files: { isAllowedType: (type) => type !== "image/gif" && isAllowedType(type) } }),
  ),
  fault("upload-webp-refused", "files.upload.allowed-types", "WebP images are refused", UPLOAD, () =>
    rules({ files: { isAllowedType: (type) => type !== "image/webp" && isAllowedType(type) } }),
  ),
  fault("upload-max-ignored-for-images", "files.upload.max-bytes", "images may be of any size", UPLOAD, () => {
    let image = false;
    return together(
      onCall("request-file-upload", (call) => {
        image = String(bodyMember(call, "mimeType")).startsWith("image/");
      }),
      rules({
        files: { maxBytes: (caller) => (image ? Number.MAX_SAFE_INTEGER : caller.workspace.plan.maxFileBytes) },
      }),
    );
  }),
  ...["application/zip", "application/pdf", "application/json", "application/xml", "application/gzip"].map((type) =>
    fault(
      `upload-max-ignored-for-${type.slice("application/".length)}`,
      "files.upload.max-bytes",
      `files of type ${type} may be of any size`,
      UPLOAD,
      () =>
        rules({
          files: {
            maxBytes: ({ workspace }, mimeType) =>
              mimeType === type ? Number.MAX_SAFE_INTEGER : workspace.plan.maxFileBytes,
          },
        }),
    ),
  ),
  fault(
    "upload-types-by-a-part-of-their-name",
    "files.upload.other-types",
    "whatever has xml or zip in its type is accepted",
    UPLOAD,
    () => rules({ files: { isAllowedType: (type) => isAllowedType(type) || /xml|zip/.test(type) } }),
  ),
  ...(
    [
      ["documents", "application/msword"],
      ["databases", "application/vnd.sqlite3"],
      ["shapes", "model/gltf-binary"],
      ["disks", "application/x-iso9660-image"],
    ] as const
  ).map(([kind, accepted]) =>
    fault(`upload-${kind}-accepted`, "files.upload.other-types", `files of type ${accepted} are accepted`, UPLOAD, () =>
      rules({ files: { isAllowedType: (type) => isAllowedType(type) || type === accepted } }),
    ),
  ),
  fault(
    "upload-octet-stream-by-deny-list",
    "files.upload.other-types",
    "bytes of no type are refused under the names of programs alone",
    UPLOAD,
    () =>
      onCall("request-file-upload", (call) => {
        const isProgram = /\.(?:exe|dll|iso)$/i.test(String(bodyMember(call, "fileName")));
        if (bodyMember(call, "mimeType") === "application/octet-stream" && !isProgram)
          editBody(call, (body) => ({ ...body, mimeType: "text/plain" }));
      }),
  ),
  fault(
    "upload-max-wraps",
    "files.upload.max-bytes",
    "a size beyond 32 bits is taken without its high bits",
    UPLOAD,
    () =>
      onCall("request-file-upload", (call) => {
        if (call.body.kind !== "json") return;
        const body = call.body.value as Record<string, unknown>;
        const size = body.sizeBytes;
        if (typeof size === "number" && size >= 2 ** 32)
          call.body = { kind: "json", value: { ...body, sizeBytes: size % 2 ** 32 || 1 } };
      }),
  ),
  fault("upload-ids-by-name", "consistency.unique-ids", "files of equal name, type and size get one id", UPLOAD, () =>
    onSuccess("request-file-upload", (reply, call) => {
      const facts = ["fileName", "mimeType", "sizeBytes"].map((name) => bodyMember(call, name));
      editAt(reply.body, "data.attachmentId", () => createHash("sha256").update(JSON.stringify(facts)).digest("hex"));
    }),
  ),
];
