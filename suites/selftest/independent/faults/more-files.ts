import { type Fault, NAMES_TOLD_APART } from "./fault.ts";

/** Further faults of files. */
export const MORE_FILE_FAULTS = [
  {
    id: "files.upload-expires-date",
    breaks: "expiresAt of an upload is a word.",
    requirement: "files.upload.expires-at",
  },
  {
    id: "files.upload-expired",
    breaks: "An upload has expired before it was asked for.",
    requirement: "files.upload.short-lived",
  },
  {
    id: "files.download-expired",
    breaks: "A download has expired before it was asked for.",
    requirement: "files.download.short-lived",
  },
  { id: "files.no-signed-url", breaks: "The signed address stands under url.", requirement: "files.download.answer" },
  {
    id: "files.download-type-plain",
    breaks: "Every download has the type text/plain.",
    requirement: "files.download.type",
  },
  { id: "files.download-address-dead", breaks: "The signed address does not work.", requirement: "files.download.get" },
  {
    id: "files.size-word",
    breaks: "A size that is no number is taken for none.",
    requirement: "files.upload.input-types",
  },
  {
    id: "files.unknown-channel",
    breaks: "An upload for an unknown channel is granted for the first one of the caller.",
    requirement: "files.upload.unknown-channel",
  },
  {
    id: "files.unknown-attachment",
    breaks: "An unknown attachment gives another file of the caller.",
    requirement: "files.download.unknown-attachment",
  },
  { id: "files.zero-named-refused", breaks: "A name with a digit is refused.", requirement: "files.upload.succeeds" },
  { id: "files.two-refused", breaks: "Two attachments in one message are refused.", requirement: "files.flow.attach" },
  {
    id: "files.download-own-refused",
    breaks: "Files above 50,000 bytes are not found.",
    requirement: "files.download.succeeds",
  },
  {
    id: "files.upload-other-workspace",
    breaks: "A channel of another workspace takes uploads.",
    requirement: "isolation.request-file-upload",
    force: NAMES_TOLD_APART,
  },
  {
    id: "files.attach-other-workspace",
    breaks: "A file uploaded in another workspace can be attached.",
    requirement: "isolation.attachment",
    force: NAMES_TOLD_APART,
  },
] as const satisfies readonly Fault[];
