import { type Fault, NAMES_TOLD_APART } from "./fault.ts";

/** Faults of files. */
export const FILE_FAULTS = [
  {
    id: "files.upload-anywhere",
    breaks: "An upload is granted to callers who are no members of the channel.",
    requirement: "files.upload.membership",
  },
  {
    id: "files.download-anywhere",
    breaks: "A download is granted to callers who are no members of the channel.",
    requirement: "files.download.membership",
  },
  {
    id: "files.channel-unchecked",
    breaks: "A file is given out under any channel of the caller, not only its own.",
    requirement: "files.download.other-channel",
  },
  {
    id: "files.other-workspace",
    breaks: "A file of another workspace is given out.",
    requirement: "isolation.request-file-download",
    force: NAMES_TOLD_APART,
  },
  {
    id: "files.attach-before-upload",
    breaks: "An attachment can be sent before its bytes were uploaded.",
    requirement: "messages.send.not-uploaded",
  },
  {
    id: "files.attach-unknown",
    breaks: "Unknown attachment ids are left out in silence.",
    requirement: "messages.send.unknown-attachment",
  },
  {
    id: "files.size-declared-text",
    breaks: "sizeBytes of an attachment is a text.",
    requirement: "messages.attachment.types",
  },
  {
    id: "files.size-rounded",
    breaks: "sizeBytes of an attachment is rounded up to whole kilobytes.",
    requirement: "files.flow.attachment-size",
  },
  {
    id: "files.size-download",
    breaks: "request-file-download gives a size that is one byte too small.",
    requirement: "files.download.size",
  },
  {
    id: "files.bytes-as-text",
    breaks: "Bytes that are no UTF-8 come back changed.",
    requirement: "files.flow.same-bytes",
  },
  { id: "files.bytes-cut", breaks: "Files are cut after 64 KiB.", requirement: "files.flow.same-bytes" },
  { id: "files.bytes-newline", breaks: "A line break is added to text files.", requirement: "files.flow.same-bytes" },
  {
    id: "files.bytes-mixed",
    breaks: "Of two attachments of one message the second gives the bytes of the first.",
    requirement: "files.flow.same-bytes",
  },
  {
    id: "files.key-for-download",
    breaks: "The signed URL of a download asks for the API key.",
    requirement: "files.flow.no-key",
  },
  { id: "files.key-for-upload", breaks: "The upload URL asks for the API key.", requirement: "files.flow.no-key" },
  {
    id: "files.method-post",
    breaks: "The upload answer names POST as its method.",
    requirement: "files.upload.method",
  },
  { id: "files.headers-list", breaks: "headers of the upload answer is a list.", requirement: "files.upload.answer" },
  {
    id: "files.headers-wrong",
    breaks: "The upload is refused with the headers that were returned.",
    requirement: "files.flow.put",
  },
  { id: "files.no-max-bytes", breaks: "The upload answer lacks maxBytes.", requirement: "files.upload.answer" },
  {
    id: "files.expires-number",
    breaks: "expiresAt of a download is a number.",
    requirement: "files.download.expires-at",
  },
  {
    id: "files.signature-unchecked",
    breaks: "A tampered signature is accepted.",
    requirement: "files.flow.tampered-url",
  },
  {
    id: "files.oversize",
    breaks: "A declared size above maxBytes is accepted.",
    requirement: "files.upload.max-bytes",
  },
  {
    id: "files.at-the-limit",
    breaks: "A declared size of exactly maxBytes is refused.",
    requirement: "files.upload.max-bytes-accepted",
  },
  { id: "files.executable", breaks: "An executable is accepted.", requirement: "files.upload.other-types" },
  { id: "files.video", breaks: "A video is accepted.", requirement: "files.upload.other-types" },
  { id: "files.no-yaml", breaks: "YAML is refused.", requirement: "files.upload.allowed-types" },
  { id: "files.no-gzip", breaks: "gzip is refused.", requirement: "files.upload.allowed-types" },
  {
    id: "files.type-generic",
    breaks: "An XML file comes back as application/octet-stream.",
    requirement: "files.flow.attachment-type",
  },
  {
    id: "files.name-lower",
    breaks: "The name of an attachment comes back in lower case.",
    requirement: "files.flow.attachment-name",
  },
  {
    id: "files.name-ascii",
    breaks: "Letters outside ASCII vanish from the name of a downloaded file.",
    requirement: "files.download.name",
  },
  {
    id: "files.message-id",
    breaks: "messageId of an attachment is the channel.",
    requirement: "files.flow.attachment-message",
  },
  {
    id: "files.second-download",
    breaks: "A file can be downloaded once; later requests are answered 404.",
    requirement: "files.flow.same-bytes",
  },
] as const satisfies readonly Fault[];
