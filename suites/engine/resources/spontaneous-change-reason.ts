import type { CheckContext, CheckFailure } from "../check/check.ts";
import { clearedFlagReason } from "./cleared-flags.ts";
import { movedTaskReason } from "./moved-tasks.ts";
import { changedResourceReason } from "./spontaneous-changes.ts";

type ReasonFinder = (
  requirement: string,
  context: CheckContext,
  exchanges: readonly CheckFailure["evidence"]["exchanges"][number][] | null,
) => Promise<string | null>;

/** The changes that people and rules may make on a target during a run. */
const REASONS: readonly ReasonFinder[] = [
  changedResourceReason,
  (requirement, context, exchanges) => clearedFlagReason(requirement, context, exchanges !== null),
  (requirement, context, exchanges) => movedTaskReason(requirement, context, exchanges ?? []),
];

/**
 * Returns why the failure of a check proves nothing: a spontaneous change of the target may have caused it. Called
 * after passed checks too, since no requests are left to find out at the end of a run.
 */
export async function spontaneousChangeReason(
  requirement: string,
  context: CheckContext,
  failure: CheckFailure | null,
): Promise<string | null> {
  for (const doubt of REASONS) {
    const reason = await doubt(requirement, context, failure?.evidence.exchanges ?? null);
    if (reason !== null) return reason;
  }
  return null;
}
