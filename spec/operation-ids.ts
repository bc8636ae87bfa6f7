/** The operations of the API, in the order of the document: for types, which the document cannot give. */
export const OPERATION_IDS = [
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
] as const;
