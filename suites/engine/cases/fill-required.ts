import { type Filled, fromPointer, isAdded, type RequestInput, withRequired } from "../../../generators/index.ts";
import type { ApiDocument, Operation, Parameter } from "../../../spec/document/model.ts";
import { RequirementNotApplicable } from "../../outcome/skipped.ts";

/**
 * Returns the request with what the overlay of a target requires in addition. A request without a filter expects items
 * that any value of the filter would exclude. So if the overlay requires the filter, or something that excludes what
 * the request tests, the requirement does not apply.
 *
 * @throws RequirementNotApplicable
 */
export function fillRequired(document: ApiDocument, operation: Operation, input: RequestInput): RequestInput {
  const filled = withRequired(document, operation, input);
  const missed = filled.impossible ?? filterAdded(document, operation, filled);
  if (missed === null) return filled.input;
  const name = fromPointer(missed).slice(1).join(".");
  throw new RequirementNotApplicable(
    `${operation.id} requires ${name} here, and this is about ${operation.id} ${filled.impossible === null ? `without ${name}` : `with what excludes ${name}`}`,
  );
}

/**
 * Returns the first added filter that is optional in the document without the overlay and has no default; null if none
 * is.
 */
function filterAdded(document: ApiDocument, { parameters }: Operation, { added }: Filled): string | null {
  const isFilter = ({ role, pointer, schema, ...parameter }: Parameter) =>
    parameter.in === "query" && role !== "limit" && schema.default === undefined && !isAdded(document, pointer);
  const filters = parameters.filter(isFilter).map(({ role }) => role);
  return (
    added.find((pointer) => pointer.startsWith("/parameters/") && filters.includes(fromPointer(pointer)[1] ?? "")) ??
    null
  );
}
