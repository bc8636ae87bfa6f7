import { OperatorError } from "../../spec/operator-error.ts";
import type { Fault } from "./fault.ts";

/** All faults. */
export const FAULTS: readonly Fault[] = [];

/** The fault with this id; throws an OperatorError that lists near ones. */
export function findFault(id: string): Fault {
  const found = FAULTS.find((fault) => fault.id === id);
  if (found !== undefined) return found;
  const near = FAULTS.filter((fault) => fault.id.includes(id) || id.includes(fault.id)).map((fault) => fault.id);
  throw new OperatorError({
    code: "FAKE-UNKNOWN-FAULT",
    message: `There is no fault ${JSON.stringify(id)}.`,
    hint: near.length > 0 ? `Did you mean ${near.slice(0, 5).join(", ")}?` : "See fake/faults for the list.",
  });
}
