import type { BoundaryCase } from "../../generators/index.ts";
import { constraintsOf } from "../../spec/document/constraints.ts";
import type { Operation } from "../../spec/document/model.ts";
import { groupBy } from "../../spec/group-by.ts";
import { asObject } from "../../spec/json.ts";
import { callValid } from "../engine/cases/retry-until-usable.ts";
import type { Check, RunContext, Suite } from "../engine/check/check.ts";
import { expectAccepted } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { requirementOf } from "./common.ts";
import { type Folding, foldingOf } from "./folding.ts";
import { furtherBoundaries, triedBoundaries } from "./tried.ts";

/** Every bound of the document from its inner side, every enum value, every optional member: all accepted. */
export const acceptedSuite: Suite = {
  name: "accepted",
  checks(context) {
    const rules = new Set(constraintsOf(context.document).flatMap((one) => (one.open === null ? [one.address] : [])));
    return context.operations.flatMap((operation) => checksOf(context, operation, rules));
  },
};

function checksOf(context: RunContext, operation: Operation, rules: ReadonlySet<string>): Check[] {
  const succeeds = requirementOf(context, operation, "succeeds");
  // What only a choice bounds, or nothing does, has to be accepted as any valid request has; so has a set of members.
  const byRequirement = (cases: readonly BoundaryCase[]) =>
    groupBy(cases, ({ address, aspect }) =>
      aspect === "value" && rules.has(address) ? context.catalogue.requirementFor(address).id : succeeds,
    );
  const folding = foldingOf(context, operation);
  const name = `accepts ${operation.id} at and inside the bounds`;
  return [
    ...[...byRequirement(triedBoundaries(context, operation))].map(([requirement, cases]) => ({
      ...toCheck({ requirement, name }, operation, cases, folding),
      shared: true,
    })),
    ...[...byRequirement(furtherBoundaries(context, operation))].map(([requirement, cases]) => ({
      ...toCheck({ requirement, name: `${name}, each alone` }, operation, cases, null),
      isFurther: true,
    })),
  ];
}

/**
 * Does a request use up what it names? Then valid requests come before what else is asked: wrong ones may be taken for
 * guessing, and lock the agent out for a while.
 */
function usesUp({ parameters }: Operation): boolean {
  return parameters.some(({ schema }) => asObject(schema)["x-reference-state"] === "unused");
}

/** Without a folding each case is sent alone, and in further looks those that are left. */
function toCheck(
  of: Pick<Check, "requirement" | "name">,
  operation: Operation,
  cases: readonly BoundaryCase[],
  folding: Folding | null,
): Check {
  return {
    ...of,
    operations: [operation.id],
    fixtures: [],
    writes: operation.effect !== "read",
    ...(usesUp(operation) ? { waits: true } : {}),
    async run(check) {
      await check.baseline(operation.id);
      await check.forEach(
        cases,
        async (one, context) => {
          const exchange = await (folding?.send(one, context) ?? callValid(context, one.input, { fresh: true }));
          judging([exchange], () => expectAccepted(exchange, `${operation.id} with ${one.description}`));
          context.tried(one.address);
          context.asserted();
        },
        {
          all: folding !== null,
          describe: (one) => ({
            description: one.description,
            request: { ...one.input, body: one.input.body ?? null },
          }),
        },
      );
    },
  };
}
