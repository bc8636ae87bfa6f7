import type { ApiDocument, Operation } from "../spec/document/model.ts";
import { OperatorError } from "../spec/operator-error.ts";
import { requestModel } from "./request-model.ts";
import type { Site } from "./sites.ts";
import { requestSites } from "./sites.ts";
import { ALL_KINDS, valuesOf } from "./values/value.ts";

/** Returns the addresses of all schemas of an operation's requests whose own rules exclude each other. */
export function unsatisfiableSchemas(document: ApiDocument, operation: Operation): string[] {
  const { resolve } = requestModel(document, operation).rules;
  const options = { presence: "none", text: "plain", available: ALL_KINDS } as const;
  return requestSites(document, operation)
    .filter(({ rules }: Site) => valuesOf(rules, resolve, options) === undefined)
    .map(({ address }) => address);
}

/**
 * Rejects an operation with a schema that nothing can match, since it could not be tested.
 * @throws OperatorError `SCHEMA-UNINHABITABLE`, which names the places.
 */
export function rejectUnsatisfiable(document: ApiDocument, operation: Operation): void {
  const addresses = unsatisfiableSchemas(document, operation);
  if (addresses.length === 0) return;
  const named = [...new Set(addresses)].map((address) => `"${address}"`).join(", ");
  throw new OperatorError({
    code: "SCHEMA-UNINHABITABLE",
    message: `no value can match what the document says of ${named}, so ${operation.id} cannot be tested`,
    hint: "Look there, and in the overlay, for bounds that exclude each other or a required member that nothing matches.",
  });
}
