import { bodyMember } from "../changes/hooks.ts";
import type { Call } from "../http/call.ts";
import type { Fault } from "./fault.ts";
import { plantedWhen } from "./planted-when.ts";

/** Of each listing, faults that anybody sees; here only those see them who name no limit. */
const SEEN_WITHOUT_LIMIT = [
  "list-text-ignores-title",
  "list-filters-united",
  "list-status-and-priority-clash",
  "hidden-although-assigned",
  "hidden-although-commented",
];

/** The same faults for requests alone that name no limit, as most do: what a query of its own for them forgets. */
export function withoutLimitFaults(faults: readonly Fault[]): Fault[] {
  const how = {
    suffix: "without-limit",
    where: "where no limit is named",
    holds:
      ({ operations }: Fault) =>
      (call: Call) =>
        !operations.includes(call.operation ?? "") || namesNoLimit(call),
  };
  return plantedWhen(faults, SEEN_WITHOUT_LIMIT, how);
}

function namesNoLimit(call: Call): boolean {
  return bodyMember(call, "limit") === undefined && !call.query.has("limit");
}
