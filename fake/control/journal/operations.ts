/** Operations by which the journal is asked: those of the API, and the two of presigned URLs. */
export const JOURNAL_OPERATIONS = [
  "search-messages",
  "recall",
  "remember",
  "bootstrap-context",
  "search-memories",
  "create-task",
  "block-task",
  "release-task",
  "list-tasks",
  "send-message",
  "get-messages",
  "flag-needs-human",
  "request-file-upload",
  "request-file-download",
  "verify-connection",
  "upload-bytes",
  "download-bytes",
] as const;

/** One of {@link JOURNAL_OPERATIONS}; a test holds them to the OpenAPI document. */
export type JournalOperation = (typeof JOURNAL_OPERATIONS)[number];
