import { fieldFaults } from "./tools.ts";

/** Faults of the bounds and words that operations on messages and files take. */
export const messageFieldFaults = fieldFaults([
  [
    "search-query-optional",
    "messages.search.query-required",
    "search-messages",
    "query",
    { required: false, fallback: "the" },
    "a message search without its text is answered",
  ],
  [
    "search-default-10",
    "messages.search.default-limit",
    "search-messages",
    "limit",
    { fallback: 10 },
    "a message search without a limit gives 10 hits",
  ],
  [
    "search-default-21",
    "messages.search.default-limit",
    "search-messages",
    "limit",
    { fallback: 21 },
    "a message search without a limit gives 21 hits",
  ],
  [
    "search-default-none",
    "messages.search.default-limit",
    "search-messages",
    "limit",
    { fallback: 1000 },
    "a message search without a limit gives all hits",
  ],
  [
    "upload-of-0-only",
    "files.upload.succeeds",
    "request-file-upload",
    "fileName",
    { maximum: 8 },
    "file names of more than 8 characters are refused",
  ],
]);
