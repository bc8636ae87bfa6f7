import type { Change } from "../changes/change.ts";
import { onCall } from "../changes/hooks.ts";
import { ownKey } from "../changes/identities.ts";
import { type Fault, fault } from "./fault.ts";

/** Listings whose default is stated, and the requirement that it stands in. */
const LISTINGS = [
  ["search-messages", "messages.search.default-limit"],
  ["search-memories", "memories.search.default-limit"],
  ["list-tasks", "tasks.list.default-limit"],
] as const;

/** Faults of servers that keep the limit of one request for the next one that names none, as a setting of their caller. */
export const keptLimitFaults: readonly Fault[] = LISTINGS.map(([operation, requirement]) =>
  fault(
    `${operation}-keeps-the-limit`,
    requirement,
    "where no limit is named, the one that was named last counts",
    [operation],
    () => keepingLimit(operation),
  ),
);

function keepingLimit(operation: string): Change {
  const kept = new Map<unknown, string>();
  return onCall(operation, (call) => {
    const caller = ownKey(call)?.agent.id;
    const named = call.query.get("limit");
    if (named !== null) kept.set(caller, named);
    else if (kept.has(caller)) call.query.set("limit", kept.get(caller) ?? "");
  });
}
