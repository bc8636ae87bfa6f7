import { didYouMean } from "../nearest.ts";
import { OperatorError } from "../operator-error.ts";
import type { ParameterNames } from "../target-file.ts";
import type { Operation, Parameter } from "./model.ts";

/**
 * Returns the operations with other parameter names on the wire; roles stay.
 *
 * @param names operation id → role → name; null leaves the name of the document, and open
 * @throws OperatorError `CONTRACT-PARAMETERS-UNKNOWN-OPERATION`, `…-UNKNOWN-ROLE`, `…-NAME` (empty, or used by
 *   another)
 */
export function renameParameters(operations: readonly Operation[], names: ParameterNames): Operation[] {
  const ids = operations.map(({ id }) => id);
  const stray = Object.keys(names).find((id) => !ids.includes(id));
  if (stray !== undefined) {
    const known = ids.join(", ");
    throw rejected(
      "UNKNOWN-OPERATION",
      `"${stray}" is not an operation.${didYouMean(stray, ids)}`,
      `Use one of ${known}.`,
    );
  }
  return operations.map((operation) => {
    const renames = Object.hasOwn(names, operation.id) ? names[operation.id] : undefined;
    return renames === undefined ? operation : renamed(operation, renames);
  });
}

function renamed(operation: Operation, renames: ParameterNames[string]): Operation {
  const roles = operation.parameters.map(({ role }) => role);
  const stray = Object.keys(renames).find((role) => !roles.includes(role));
  if (stray !== undefined) {
    const hint =
      roles.length === 0 ? `${operation.id} has no parameters: leave it out.` : `Use one of ${roles.join(", ")}.`;
    throw rejected(
      "UNKNOWN-ROLE",
      `${operation.id} has no parameter with the role "${stray}".${didYouMean(stray, roles)}`,
      hint,
    );
  }
  const parameters = operation.parameters.map((parameter) => {
    if (!Object.hasOwn(renames, parameter.role)) return parameter;
    const isUnknown = renames[parameter.role] === null;
    return { ...parameter, name: nameOf(parameter, renames), nameOpen: isUnknown, nameUnknown: isUnknown };
  });
  checkNames(operation, parameters);
  return { ...operation, parameters };
}

function nameOf({ role, name }: Parameter, renames: ParameterNames[string]): string {
  return Object.hasOwn(renames, role) ? (renames[role] ?? name) : name;
}

function checkNames({ id }: Operation, parameters: readonly Parameter[]): void {
  const empty = parameters.find(({ name }) => name === "");
  if (empty !== undefined) throw rejected("NAME", `${id}: the role "${empty.role}" has an empty name`, "Name it.");
  for (const parameter of parameters) {
    const other = parameters.find(
      (each) => each !== parameter && each.in === parameter.in && each.name === parameter.name,
    );
    if (other === undefined) continue;
    throw rejected(
      "NAME",
      `${id}: the roles "${parameter.role}" and "${other.role}" share the name "${parameter.name}"`,
      "Give each its own.",
    );
  }
}

function rejected(code: string, what: string, hint: string): OperatorError {
  return new OperatorError({ code: `CONTRACT-PARAMETERS-${code}`, message: `contract.parameters: ${what}`, hint });
}
