import type { Fault } from "./fault.ts";

/** Identifiers that cannot exist count as unknown, not as malformed. */
const NAMED_AS_UNKNOWN = { refusals: { malformedId: 404 } } as const;

/** Faults of the envelope, of errors and of authentication. */
export const HTTP_FAULTS = [
  { id: "http.task-201", breaks: "create-task answers 201 instead of 200.", requirement: "statuses.success" },
  { id: "http.memory-201", breaks: "remember answers 201 instead of 200.", requirement: "statuses.success" },
  { id: "http.flag-202", breaks: "flag-needs-human answers 202 instead of 200.", requirement: "statuses.success" },
  {
    id: "http.success-on-refusal",
    breaks: "Failure bodies carry success: true.",
    requirement: "envelope.failure-flag",
  },
  {
    id: "http.success-as-text",
    breaks: 'On the sdk family success is the text "true".',
    requirement: "envelope.success-flag",
  },
  {
    id: "http.refusal-200",
    breaks: "A task that is not found is answered with 200 and success: false.",
    requirement: "envelope.success-flag",
    force: NAMED_AS_UNKNOWN,
  },
  { id: "http.refusal-422", breaks: "Invalid input of recall is answered with 422.", requirement: "statuses.known" },
  {
    id: "http.large-413",
    breaks: "Metadata above the limit is answered with 413 instead of 400.",
    requirement: "statuses.known",
  },
  {
    id: "http.conflict-412",
    breaks: "A refused release is answered with 412, which is not among the nine statuses.",
    requirement: "statuses.known",
  },
  { id: "http.broken-json-500", breaks: "Malformed JSON is answered with 500.", requirement: "errors.malformed-json" },
  {
    id: "http.broken-json-html",
    breaks: "Malformed JSON is answered with an HTML page instead of the envelope.",
    requirement: "envelope.json-body",
  },
  {
    id: "http.broken-json-empty",
    breaks: "Malformed JSON is taken for an empty object.",
    requirement: "errors.malformed-json",
  },
  {
    id: "http.quote-500",
    breaks: "A quotation mark in the text of search-memories gives 500.",
    requirement: "memories.search.text-literal",
  },
  {
    id: "http.percent-500",
    breaks: "A percent sign in the query of search-messages gives 500.",
    requirement: "messages.search.succeeds",
  },
  {
    id: "http.bare-data",
    breaks: "bootstrap-context answers with the bare payload, without the envelope.",
    requirement: "envelope.success-flag",
  },
  {
    id: "http.seventh-without-data",
    breaks: "Every seventh successful answer lacks data.",
    requirement: "envelope.data",
  },
  {
    id: "meta.no-request-id",
    breaks: "meta lacks requestId on failures.",
    requirement: "meta.request-id",
    force: { http: { meta: "always" } },
  },
  {
    id: "meta.request-id-number",
    breaks: "requestId is a number on the sdk family.",
    requirement: "meta.request-id",
    force: { http: { meta: "always" } },
  },
  {
    id: "meta.timestamp-epoch",
    breaks: "meta.timestamp is a number of milliseconds.",
    requirement: "meta.timestamp",
    force: { http: { meta: "always" } },
  },
  {
    id: "meta.timestamp-zoneless",
    breaks: "meta.timestamp has no offset from UTC.",
    requirement: "meta.timestamp",
    force: { http: { meta: "always" } },
  },
  {
    id: "meta.pagination-bare",
    breaks: "meta.pagination lacks hasMore.",
    requirement: "pagination.has-more",
    force: { http: { meta: "always" } },
  },
  {
    id: "meta.cutoff-half",
    breaks: "historyCutoff lacks cutoffAt.",
    requirement: "pagination.history-cutoff.cutoff-at",
    force: { http: { meta: "always" } },
  },
  {
    id: "meta.total-text",
    breaks: "meta.pagination.total is a text.",
    requirement: "pagination.total",
    force: { http: { meta: "always" } },
  },
  {
    id: "error.upper-case-on-agent",
    breaks: "block-task answers an unknown task with the code NOT_FOUND.",
    requirement: "errors.agent-codes",
    force: NAMED_AS_UNKNOWN,
  },
  {
    id: "error.lower-case-on-sdk",
    breaks: "bootstrap-context answers refusals with lower-case codes.",
    requirement: "errors.sdk-codes",
  },
  {
    id: "error.unknown-code",
    breaks: "Invalid input of list-tasks has the code bad_request.",
    requirement: "errors.agent-codes",
  },
  { id: "error.no-code", breaks: "The error of a refused remember has no code.", requirement: "errors.code" },
  {
    id: "error.no-message",
    breaks: "The error of a refused send-message has no message.",
    requirement: "errors.message",
  },
  {
    id: "error.as-text",
    breaks: "The error of request-file-upload is a text instead of an object.",
    requirement: "envelope.error",
  },
  { id: "error.retryable-text", breaks: 'retryable is the text "false".', requirement: "errors.retryable" },
  { id: "error.details-list", breaks: "details is a list.", requirement: "errors.details" },
  { id: "error.docs-object", breaks: "docs is an object on the sdk family.", requirement: "errors.docs" },
  {
    id: "error.not-found-400",
    breaks: "flag-needs-human answers the code not_found with status 400.",
    requirement: "statuses.not-found",
    force: NAMED_AS_UNKNOWN,
  },
  {
    id: "error.conflict-400",
    breaks: "Refusals of send-message carry the code conflict with status 400.",
    requirement: "statuses.conflict",
  },
  {
    id: "error.plan-elsewhere",
    breaks: "block-task on an unknown task has the code plan_limit_reached.",
    requirement: "errors.plan-limit-only-create-task",
    force: NAMED_AS_UNKNOWN,
  },
  { id: "auth.empty-401", breaks: "401 has an empty body.", requirement: "envelope.json-body" },
  {
    id: "auth.unknown-403",
    breaks: "A key that was never issued is answered with 403.",
    requirement: "auth.unknown-key",
  },
  {
    id: "auth.body-first",
    breaks: "A malformed body is refused with 400 before the missing key is noticed.",
    requirement: "auth.precedence",
  },
  { id: "auth.fields-first", breaks: "create-task checks its body before the key.", requirement: "auth.precedence" },
  {
    id: "auth.prefix",
    breaks: "A key with characters added at its end is accepted.",
    requirement: "auth.lengthened-key",
  },
  { id: "auth.short", breaks: "The first half of a key is accepted for it.", requirement: "auth.shortened-key" },
  { id: "auth.letter-case", breaks: "Keys are compared without regard to case.", requirement: "auth.case-changed-key" },
  { id: "auth.any-scheme", breaks: "The key is accepted under the scheme Basic.", requirement: "auth.scheme" },
  {
    id: "auth.per-connection",
    breaks: "A connection that was authenticated once stays so for later requests without a key.",
    requirement: "auth.connection",
  },
  { id: "auth.open-search", breaks: "search-messages answers without a key.", requirement: "auth.no-header" },
  { id: "auth.open-connection", breaks: "verify-connection answers without a key.", requirement: "auth.no-header" },
  { id: "auth.empty-key", breaks: "An empty bearer key acts as the first agent.", requirement: "auth.scheme" },
] as const satisfies readonly Fault[];
