import fc from "fast-check";
import { type InvalidCase, invalidArbitrary, lazyArbitrary } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import { callBroken, callValid } from "../engine/cases/retry-until-usable.ts";
import type { Check, RunContext } from "../engine/check/check.ts";
import { costsTask } from "../engine/check/task-cost.ts";
import { requireResponse } from "../verifiers/read.ts";
import { expectInvalid, isRejection, statusesFor } from "./rejection.ts";

/** The number of random requests for each rule of an operation; each needs its valid counterpart too. */
const CASES = 3;

/**
 * A rule applies whatever else a request has: each is broken in otherwise valid random requests too. Left out if a
 * valid counterpart uses up a task.
 */
export function rejectedInRandomRequests(
  context: RunContext,
  operation: Operation,
  rules: ReadonlyMap<string, readonly InvalidCase[]>,
): Check[] {
  if (costsTask(context, operation)) return [];
  return [...rules].map(([requirement, cases]) => {
    const addresses = [...new Set(cases.map(({ address }) => address))];
    return toCheck(context, operation, requirement, addresses);
  });
}

function toCheck(context: RunContext, operation: Operation, requirement: string, addresses: readonly string[]): Check {
  return {
    requirement,
    name: `${operation.id} with the invalid member among other members is rejected`,
    operations: [operation.id],
    fixtures: [],
    writes: operation.effect !== "read",
    async run(check) {
      // Created when first drawn from: creating all rules at once would delay the first requests of the run.
      const broken = lazyArbitrary(() =>
        fc.oneof(...addresses.map((address) => invalidArbitrary(context.document, operation, address))),
      );
      await check.property(
        broken,
        async (invalid, context) => {
          await context.searchBaseline(operation.id);
          const control = await callValid(context, invalid.control, { fresh: true });
          // The rejection proves nothing if the valid counterpart is rejected too, which another check judges.
          if (requireResponse(control).status !== 200) return;
          const exchange = await callBroken(context, invalid.input, statusesFor(invalid));
          context.asserted();
          if (!isRejection(exchange)) expectInvalid(exchange, invalid);
        },
        { cases: CASES },
      );
    },
  };
}
