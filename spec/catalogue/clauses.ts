/**
 * The headings of the contract and, within the long sections, its tables and groups of rules, as paths. A test ensures
 * that each has entries in the catalogue or in the register of open points.
 */
export const CLAUSES = [
  "Workspace Agent API",
  "What the service does",
  "Resources and their fields",
  "Resources and their fields / Response envelope",
  "Resources and their fields / Response envelope / Success body",
  "Resources and their fields / Response envelope / Failure body",
  "Resources and their fields / Response envelope / Meta",
  "Resources and their fields / Response envelope / Pagination",
  "Resources and their fields / Memory",
  "Resources and their fields / Edge",
  "Resources and their fields / Score",
  "Resources and their fields / Provenance message",
  "Resources and their fields / Message, full form",
  "Resources and their fields / Attachment",
  "Resources and their fields / Message, list form",
  "Resources and their fields / Message search hit",
  "Resources and their fields / Task",
  "Resources and their fields / Scope membership item",
  "States and transitions",
  "States and transitions / Task statuses",
  "States and transitions / Transitions of a task",
  "States and transitions / Memory statuses",
  "Endpoints",
  "Endpoints / General rules",
  "Endpoints / GET /v1/agent/search-messages",
  "Endpoints / POST /v1/sdk/recall",
  "Endpoints / POST /v1/sdk/remember",
  "Endpoints / POST /v1/sdk/bootstrap-context",
  "Endpoints / GET /v1/agent/search-memories",
  "Endpoints / POST /v1/agent/create-task",
  "Endpoints / POST /v1/agent/block-task",
  "Endpoints / POST /v1/agent/release-task",
  "Endpoints / GET /v1/agent/list-tasks",
  "Endpoints / POST /v1/agent/send-message",
  "Endpoints / GET /v1/agent/get-messages",
  "Endpoints / POST /v1/agent/flag-needs-human",
  "Endpoints / POST /v1/agent/request-file-upload",
  "Endpoints / GET /v1/agent/request-file-download",
  "Endpoints / GET /v1/agent/verify-connection",
  "Authentication",
  "Events",
  "Errors",
  "Errors / Error object",
  "Errors / Codes of the agent family",
  "Errors / Codes of the sdk family",
  "Errors / HTTP statuses",
  "Limits",
  "Versioning",
] as const;

/** True for the path of a heading of the contract. */
export function isClause(clause: string): boolean {
  return (CLAUSES as readonly string[]).includes(clause);
}
