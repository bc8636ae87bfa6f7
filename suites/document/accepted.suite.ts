import type { BoundaryCase } from "../../generators/index.ts";
import { constraintsOf } from "../../spec/document/constraints.ts";
import type { Operation } from "../../spec/document/model.ts";
import { groupBy } from "../../spec/group-by.ts";
import { asObject } from "../../spec/json.ts";
import { callValid } from "../engine/cases/retry-until-usable.ts";
import type { Check, RunContext, Suite } from "../engine/check/check.ts";
import { expectAccepted } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import { firstBoundaries, furtherBoundaries } from "./boundaries.ts";
import { type CombinedCases, combinedCasesOf } from "./combined-cases.ts";
import { requirementOf } from "./requirement-of.ts";

/** Values at and inside every bound of the document, every enum value and every optional member must be accepted. */
export const acceptedSuite: Suite = {
  checks(context) {
    const rules = new Set(
      constraintsOf(context.document).flatMap((constraint) => (constraint.open === null ? [constraint.address] : [])),
    );
    return context.operations.flatMap((operation) => checksOf(context, operation, rules));
  },
};

function checksOf(context: RunContext, operation: Operation, rules: ReadonlySet<string>): Check[] {
  const succeeds = requirementOf(context, operation, "succeeds");
  // Values that only a choice or nothing bounds belong to the requirement on valid requests, and so do sets of members.
  const byRequirement = (cases: readonly BoundaryCase[]) =>
    groupBy(cases, ({ address, aspect }) =>
      aspect === "value" && rules.has(address) ? context.catalogue.requirementFor(address).id : succeeds,
    );
  const combined = combinedCasesOf(context, operation);
  const name = `accepts ${operation.id} at and inside the bounds`;
  return [
    ...[...byRequirement(firstBoundaries(context, operation))].map(([requirement, cases]) => ({
      ...toCheck({ requirement, name }, operation, cases, combined),
      reusesResponses: true,
    })),
    ...[...byRequirement(furtherBoundaries(context, operation))].map(([requirement, cases]) => ({
      ...toCheck({ requirement, name: `${name}, each alone` }, operation, cases, null),
      isAdditional: true,
    })),
  ];
}

/**
 * Returns true if a request uses up the resource that it names. Then valid requests come first: invalid ones may be
 * treated as guessing, and lock the agent out for a while.
 */
function consumesResource({ parameters }: Operation): boolean {
  return parameters.some(({ schema }) => asObject(schema)["x-reference-state"] === "unused");
}

/** Without combined cases, each case is sent on its own; further passes send the remaining ones. */
function toCheck(
  of: Pick<Check, "requirement" | "name">,
  operation: Operation,
  cases: readonly BoundaryCase[],
  combined: CombinedCases | null,
): Check {
  return {
    ...of,
    operations: [operation.id],
    fixtures: [],
    writes: operation.effect !== "read",
    ...(consumesResource(operation) ? { waitsForTime: true } : {}),
    async run(check) {
      await check.baseline(operation.id);
      await check.forEach(
        cases,
        async (boundary, context) => {
          const exchange = await (combined?.send(boundary, context) ??
            callValid(context, boundary.input, { fresh: true }));
          withEvidence([exchange], () => expectAccepted(exchange, `${operation.id} with ${boundary.description}`));
          context.tried(boundary.address);
          context.asserted();
        },
        {
          all: combined !== null,
          describe: (boundary) => ({
            description: boundary.description,
            request: { ...boundary.input, body: boundary.input.body ?? null },
          }),
        },
      );
    },
  };
}
