import type { Fault } from "./fault.ts";

const WITH_META = { http: { meta: "always" } } as const;

/** Further faults of envelopes, errors and keys. */
export const MORE_HTTP_FAULTS = [
  { id: "meta.as-text", breaks: "meta is a text on the sdk family.", requirement: "meta.object", force: WITH_META },
  {
    id: "meta.pagination-list",
    breaks: "meta.pagination is a list.",
    requirement: "pagination.object",
    force: WITH_META,
  },
  {
    id: "meta.cursor-number",
    breaks: "meta.pagination.cursor is a number.",
    requirement: "pagination.cursor",
    force: WITH_META,
  },
  {
    id: "meta.cutoff-text",
    breaks: "historyCutoff is a text.",
    requirement: "pagination.history-cutoff",
    force: WITH_META,
  },
  {
    id: "meta.cutoff-count-text",
    breaks: "beyondCount is a text.",
    requirement: "pagination.history-cutoff.beyond-count",
    force: WITH_META,
  },
  {
    id: "error.retryable-on-sdk",
    breaks: "Errors of the sdk family carry retryable.",
    requirement: "errors.retryable-only-agent",
  },
  { id: "error.suggestion-list", breaks: "suggestion is a list.", requirement: "errors.suggestion" },
  {
    id: "error.suggestion-on-agent",
    breaks: "Errors of the agent family carry a suggestion.",
    requirement: "errors.suggestion-only-sdk",
  },
  { id: "error.docs-on-agent", breaks: "Errors of the agent family carry docs.", requirement: "errors.docs-only-sdk" },
  { id: "error.docs-word", breaks: "docs is no URL.", requirement: "errors.docs-url" },
  {
    id: "error.rate-limited-400",
    breaks: "Invalid input of list-tasks has the code rate_limited.",
    requirement: "statuses.rate-limited",
  },
  {
    id: "error.internal-400",
    breaks: "Invalid input of recall has the code INTERNAL_ERROR.",
    requirement: "statuses.internal",
  },
  {
    id: "error.unavailable-400",
    breaks: "Invalid input of search-memories has the code upstream_unavailable.",
    requirement: "statuses.unavailable",
  },
  {
    id: "http.invalid-403",
    breaks: "Invalid input of create-task is answered with 403.",
    requirement: "statuses.invalid-input",
  },
  {
    id: "http.invalid-409",
    breaks: "Both lifetimes of remember at once are answered with 409.",
    requirement: "statuses.invalid-input",
  },
  { id: "http.large-500", breaks: "A very large body is answered with 500.", requirement: "errors.no-server-error" },
  { id: "http.plain-type", breaks: "Answers are declared as plain text.", requirement: "envelope.content-type" },
  {
    id: "auth.altered",
    breaks: "Only the ends and the length of a key are compared.",
    requirement: "auth.altered-key",
  },
  {
    id: "auth.refused-yet-done",
    breaks: "A task is created although its key is missing.",
    requirement: "auth.refused-without-effect",
  },
  {
    id: "auth.refused-yet-sent",
    breaks: "A message is sent although its key is missing.",
    requirement: "auth.refused-without-effect",
  },
] as const satisfies readonly Fault[];
