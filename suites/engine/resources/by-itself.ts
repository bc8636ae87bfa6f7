import type { CheckContext, CheckFailure } from "../check/check.ts";
import { clearedByItself } from "./cleared-flags.ts";
import { movedBeforehand } from "./moved-tasks.ts";
import { changedByItself } from "./spontaneous-changes.ts";

type Doubt = (
  requirement: string,
  context: CheckContext,
  exchanges: readonly CheckFailure["evidence"]["exchanges"][number][] | null,
) => Promise<string | null>;

/** What people and rules may do on a target while a run goes on. */
const DOUBTS: readonly Doubt[] = [
  changedByItself,
  (requirement, context, exchanges) => clearedByItself(requirement, context, exchanges !== null),
  (requirement, context, exchanges) => movedBeforehand(requirement, context, exchanges ?? []),
];

/**
 * Why the failure of a check proves nothing: what the target does by itself may have caused it. Asked of a check that passed
 * as well, as at the end of a run no requests are left to find out.
 */
export async function doneByItself(
  requirement: string,
  context: CheckContext,
  failure: CheckFailure | null,
): Promise<string | null> {
  for (const doubt of DOUBTS) {
    const reason = await doubt(requirement, context, failure?.evidence.exchanges ?? null);
    if (reason !== null) return reason;
  }
  return null;
}
