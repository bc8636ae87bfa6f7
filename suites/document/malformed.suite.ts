import { malformedBodies } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import { isObject } from "../../spec/json.ts";
import { type Exchange, jsonOf, statusOf } from "../client/exchange.ts";
import { partInTurn } from "../engine/cases/sampling.ts";
import type { Check, RunContext, Suite } from "../engine/check/check.ts";
import { expectRejected, expectThat } from "../verifiers/expect.ts";

/** A body that is not JSON is invalid input. */
export const malformedSuite: Suite = {
  checks: (context) =>
    context.document.operations
      .filter((operation) => operation.body !== null)
      .map((operation, turn) => toCheck(context, operation, turn)),
};

function toCheck(context: RunContext, operation: Operation, turn: number): Check {
  const sure = malformedBodies(context.document, operation).filter((body) => body.sure);
  const bodies = partInTurn(context, sure, 8, turn);
  return {
    requirement: "errors.malformed-json",
    name: `${operation.id} rejects a body that is not JSON`,
    operations: [operation.id],
    fixtures: [],
    writes: false,
    async run(check) {
      await check.baseline(operation.id);
      await check.forEach(
        bodies,
        async ({ description, bytes }, context) => {
          const exchange = await context.call(operation.id, {}, { rawBody: bytes });
          context.asserted();
          // A response without a failure body has no code, so the missing body is reported rather than an unreadable
          // code.
          if (statusOf(exchange) >= 400) expectFailureBody(exchange, operation.id);
          expectRejected(exchange, `${operation.id} with a body of which ${description}`);
        },
        { describe: ({ description }) => description },
      );
    },
  };
}

/**
 * Fails unless the response has the failure body of the family, which is missing if a parser responds before the
 * service.
 */
function expectFailureBody(exchange: Exchange, id: string): void {
  const body = jsonOf(exchange);
  expectThat(isObject(body) && body.success === false && isObject(body.error), {
    message: `${id} must reject a body that is not JSON with a failure body`,
    expected: "success: false and an error",
    actual: JSON.stringify(body ?? null).slice(0, 120),
    keyword: "failure-body",
  });
}
