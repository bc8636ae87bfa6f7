import { bodyMember, when } from "../changes/hooks.ts";
import type { Call } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";

/** Of each listing, faults that anybody sees; here only those see them who name no limit. */
const SEEN_WITHOUT_LIMIT = [
  "list-text-ignores-title",
  "list-filters-united",
  "list-status-and-priority-clash",
  "hidden-although-assigned",
  "hidden-although-commented",
  "memory-kind-beside-text-ignored",
  "memory-tags-any",
  "memory-text-whole-words",
  "memory-text-cased",
  "memory-from-exclusive",
  "memory-offset-ignored",
  "memory-default-all",
  "search-ascii-only",
  "get-before-ignored",
  "get-before-inclusive",
  "get-after-inclusive",
  "get-any-channel",
  "recall-metadata-filter-ignored",
  "recall-min-confidence-ignored",
  "walk-depth-full",
];

/** The same faults for requests alone that name no limit, as most do: what a query of its own for them forgets. */
export function withoutLimitFaults(faults: readonly Fault[]): Fault[] {
  return SEEN_WITHOUT_LIMIT.flatMap((wanted) => {
    const known = faults.find(({ id }) => id === wanted);
    if (known === undefined) throw new Error(`no fault ${wanted} to plant where no limit is named`);
    const { breaks, title, operations, plant } = known;
    const isMeant = (call: Call) => !operations.includes(call.operation ?? "") || namesNoLimit(call);
    return fault(`${wanted}-without-limit`, breaks, `where no limit is named: ${title}`, operations, (tools) =>
      when(isMeant, plant(tools)),
    );
  });
}

function namesNoLimit(call: Call): boolean {
  return bodyMember(call, "limit") === undefined && !call.query.has("limit");
}
