import type { Requirement } from "../../../spec/requirement.ts";
import type { CheckOutcome } from "../check/check.ts";

/**
 * Returns the outcomes that decide a requirement. An inconclusive check is left out if it only needed an operation that
 * never responds (a finding of its own), the requirement does not concern that operation, and other checks have proven
 * it for the operations that it does concern.
 */
export function decidingOutcomes(
  { id, operations }: Pick<Requirement, "id" | "operations">,
  outcomes: readonly CheckOutcome[],
): readonly CheckOutcome[] {
  const own = outcomes.filter(({ check }) => check.requirement === id);
  const proven = new Set(
    own.flatMap(({ verdict, cases, check }) => (verdict === "pass" && cases > 0 ? check.operations : [])),
  );
  const failed = new Set(outcomes.flatMap(({ verdict, check }) => (verdict === "fail" ? [check.requirement] : [])));
  return own.filter(({ verdict, silent, blockedBy, check }) => {
    if (verdict !== "inconclusive" || silent === undefined || blockedBy === null) return true;
    const isElsewhere = failed.has(blockedBy) && !operations.includes(silent);
    const about = check.operations.filter((operation) => operations.includes(operation));
    return !(isElsewhere && about.length > 0 && about.every((operation) => proven.has(operation)));
  });
}
