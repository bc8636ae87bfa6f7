import type { Requirement } from "../../../spec/requirement.ts";
import type { CheckOutcome } from "../check/check.ts";

/**
 * The outcomes that decide about a requirement. A check that only looked by way of a part that never responds, which is a
 * finding of its own, keeps nothing open that is not about that part and that other checks have proven of the same operations.
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
