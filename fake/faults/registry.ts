import { nearest } from "../../spec/nearest.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import type { Fault } from "./fault.ts";
import { taskFieldFaults } from "./inputs/tasks.ts";
import { taskCountFaults, taskFilterFaults, taskVisibilityFaults } from "./tasks/listing.ts";

/** All faults. */
export const FAULTS: readonly Fault[] = [
  ...taskFieldFaults,
  ...taskFilterFaults,
  ...taskCountFaults,
  ...taskVisibilityFaults,
];

/** The fault with this id; throws an operator error that names the nearest one. */
export function findFault(id: string): Fault {
  const found = FAULTS.find((fault) => fault.id === id);
  if (found !== undefined) return found;
  const near = nearest(
    id,
    FAULTS.map((fault) => fault.id),
  );
  throw new OperatorError({
    code: "FAKE-UNKNOWN-FAULT",
    message: `There is no fault ${JSON.stringify(id)}.`,
    hint: near === null ? "Give an id of those that `wac list faults` shows." : `Did you mean ${near}?`,
  });
}
