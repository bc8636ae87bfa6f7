import { constraintsOf } from "../../../spec/document/constraints.ts";
import type { Report } from "../../../spec/report.ts";
import type { Ledger } from "../cases/ledger.ts";
import type { RunContext } from "../check/check.ts";

/** Returns which parts of the document the traffic of a run has covered. */
export function coverageOf(context: RunContext, ledger: Ledger): Report["coverage"] {
  const tried = ledger.triedConstraints();
  const requests = ledger.operations();
  return {
    operations: context.document.operations.map((operation) => ({
      id: operation.id,
      requests: requests.get(operation.id)?.requests ?? 0,
      successes: requests.get(operation.id)?.successes ?? 0,
    })),
    constraints: constraintsOf(context.document)
      .filter((constraint) => constraint.side === "request" && constraint.open === null)
      .map((constraint) => ({
        address: constraint.address,
        requirement: context.catalogue.requirementFor(constraint.address).id,
        tried: tried.get(constraint.address) ?? 0,
      })),
    responseFields: ledger.fields(),
    statuses: [...ledger.statuses()].flatMap(([operation, counts]) =>
      [...counts].map(([status, count]) => ({ operation, status, count })),
    ),
    interactions: ledger.interactions(),
  };
}
