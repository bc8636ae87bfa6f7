import type { CheckContext, CheckFailure } from "../check/check.ts";
import { clearedByItself } from "./cleared-flags.ts";
import { movedBeforehand } from "./moved-tasks.ts";
import { changedByItself } from "./spontaneous-changes.ts";

type Doubt = (
  requirement: string,
  context: CheckContext,
  exchanges: readonly CheckFailure["evidence"]["exchanges"][number][] | null,
) => Promise<string | null>;

/** The changes that people and rules may make on a target during a run. */
const DOUBTS: readonly Doubt[] = [
  changedByItself,
  (requirement, context, exchanges) => clearedByItself(requirement, context, exchanges !== null),
  (requirement, context, exchanges) => movedBeforehand(requirement, context, exchanges ?? []),
];

/**
 * Returns why the failure of a check proves nothing: a spontaneous change of the target may have caused it. Called
 * after passed checks too, since no requests are left to find out at the end of a run.
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
