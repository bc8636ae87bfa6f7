/** The operation ids of the API in the order of the document, needed as types, which the document cannot provide. */
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
