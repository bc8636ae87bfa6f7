import { validRequests } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import type { Exchange } from "../client/exchange.ts";
import { callValid } from "../engine/cases/retry-until-usable.ts";
import type { Check, RunContext, Suite } from "../engine/check/check.ts";
import { costsTask } from "../engine/check/task-cost.ts";
import { expectAccepted, fail, statusAndCode } from "../verifiers/expect.ts";
import { hasUsableResponse } from "../verifiers/read.ts";
import { requirementOf, varies } from "./requirement-of.ts";

/** Every operation of the document exists and responds to valid requests with 200. */
export const succeedsSuite: Suite = {
  checks: (context) =>
    context.document.operations.flatMap((operation) => [plainest(context, operation), ...random(context, operation)]),
};

function plainest(context: RunContext, operation: Operation): Check {
  return {
    requirement: requirementOf(context, operation, "succeeds"),
    name: "accepts a plain valid request",
    operations: [operation.id],
    fixtures: [],
    writes: operation.effect !== "read",
    async run(check) {
      const search = await check.searchBaseline(operation.id);
      check.asserted();
      if (search.found) return;
      fail({
        message: `${operation.id} must accept a valid request with 200; ${outcomeText(search.rejections)}`,
        expected: "200",
        actual: search.rejections.map(statusAndCode).join(", "),
        verifier: "accepted",
        pointer: "",
        keyword: "status",
        exchanges: search.rejections,
      });
    },
  };
}

function outcomeText(rejections: readonly Exchange[]): string {
  const last = rejections.at(-1);
  if (last !== undefined && !hasUsableResponse(last)) {
    const { outcome } = last;
    const result = outcome.kind === "none" ? `gave no response (${outcome.message})` : `stayed unavailable (503)`;
    return `it ${result} at every attempt, while other operations responded`;
  }
  const { length } = rejections;
  return `it rejected ${length === 1 ? "it" : `all ${length} that were tried`}`;
}

/** Random requests that are valid by every interpretation of the contract. */
function random(context: RunContext, operation: Operation): Check[] {
  if (!varies(operation)) return [];
  // Tasks are scarce, and the checks of bounds cover valid requests already.
  if (costsTask(context, operation)) return [];
  return [
    {
      requirement: requirementOf(context, operation, "succeeds"),
      name: "accepts valid requests of every kind",
      isCostly: true,
      operations: [operation.id],
      fixtures: [],
      writes: operation.effect !== "read",
      async run(check) {
        await check.baseline(operation.id);
        await check.property(
          validRequests(context.document, operation),
          async (input, context) => {
            const exchange = await callValid(context, input, { fresh: true });
            expectAccepted(exchange, `a valid ${operation.id} request`);
            context.asserted();
          },
          { cases: CASES[operation.effect] },
        );
      },
    },
  ];
}

/** Cases at the standard budget: reads are cheap, while changes mostly need a new resource. */
const CASES = { read: 20, create: 10, change: 2 } as const;
