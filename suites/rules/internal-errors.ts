import { statusOf } from "../client/exchange.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { agentOf } from "../knowledge/listings.ts";
import { expectThat, statusAndCode } from "../verifiers/expect.ts";
import { errorCode } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";
import { isUndisputed } from "./undisputed.ts";

/** The requirement that valid requests succeed, by operation. */
const REQUIREMENTS = {
  "search-messages": "messages.search.succeeds",
  "send-message": "messages.send.succeeds",
  "get-messages": "messages.get.succeeds",
  "flag-needs-human": "messages.flag.succeeds",
  "create-task": "tasks.create.succeeds",
  "block-task": "tasks.block.succeeds",
  "release-task": "tasks.release.succeeds",
  "list-tasks": "tasks.list.succeeds",
  "request-file-upload": "files.upload.succeeds",
  "request-file-download": "files.download.succeeds",
  remember: "memories.remember.succeeds",
  "search-memories": "memories.search.succeeds",
  recall: "recall.succeeds",
  "bootstrap-context": "bootstrap.succeeds",
} as const;

/** One or two internal errors may be accidents. */
const MIN_ERRORS = 3;

/** Error codes that blame the server. Without a code, only the status counts. */
const CODES: readonly unknown[] = ["internal_error", "INTERNAL_ERROR", "DATABASE_ERROR", undefined];

/**
 * A valid request is accepted or, where the contract leaves that open, rejected. An internal error (500) is neither.
 */
export const internalErrorRules: readonly Rule[] = Object.entries(REQUIREMENTS).map(([operation, requirement]) => ({
  requirement,
  name: "valid requests do not repeatedly end in an internal error",
  operations: [operation],
  judge: (knowledge) => judge(knowledge, operation),
}));

function judge(knowledge: Knowledge, operation: string): number {
  const valid = knowledge
    .history(operation)
    .filter((entry) => agentOf(knowledge, entry) !== null && isUndisputed(knowledge, operation, entry));
  const errors = valid.filter(isInternalError).map(({ exchange }) => exchange);
  const [first] = errors;
  if (first !== undefined && errors.length >= MIN_ERRORS) {
    withEvidence(errors.slice(0, MIN_ERRORS), () =>
      expectThat(false, {
        message: `a valid request for ${operation} must be accepted or rejected, and not end in an internal error`,
        expected: "200, or a rejection",
        actual: `${statusAndCode(first)}, ${errors.length} times in ${valid.length} requests`,
        keyword: "server-error",
      }),
    );
  }
  // Neither a rejection nor a lost response shows that a valid request is accepted.
  return valid.filter(({ exchange }) => statusOf(exchange) === 200).length;
}

function isInternalError({ exchange }: HistoryEntry): boolean {
  return statusOf(exchange) === 500 && CODES.includes(errorCode(exchange));
}
