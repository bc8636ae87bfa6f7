import { statusOf } from "../client/exchange.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectThat } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

const OPERATIONS = [
  ...["create-task", "block-task", "release-task", "list-tasks", "send-message", "flag-needs-human", "get-messages"],
  ...["search-messages", "remember", "search-memories", "recall", "bootstrap-context"],
];

/** No request without an Authorization header is accepted, whatever its content. */
export const unauthenticatedRules: readonly Rule[] = [
  {
    requirement: "auth.no-header",
    name: "no request without an Authorization header is accepted",
    operations: OPERATIONS,
    isAdditional: true,
    judge,
  },
];

function judge({ history }: Knowledge): number {
  const all = OPERATIONS.flatMap(history).filter(
    ({ exchange }) => exchange.request.headers.authorization === undefined && exchange.outcome.kind === "response",
  );
  for (const { exchange, input } of all) {
    withEvidence([exchange], () =>
      expectThat(statusOf(exchange) !== 200, {
        message: `${input.operation} without an Authorization header must be rejected with 401, and was accepted`,
        expected: "401",
        actual: "200",
        keyword: "accepted",
      }),
    );
  }
  return all.length;
}
