import type { Catalogue } from "../../../spec/catalogue/requirements.ts";
import { hasFixture } from "../../target/fixtures.ts";
import type { Check, CheckOutcome } from "../check/check.ts";
import { BUDGETS, type RunSettings } from "../check/options.ts";

/** Returns the skip of a check that cannot be run here, known before any traffic; null if it can. */
export function whyNotRunnable(check: Check, settings: RunSettings, catalogue: Catalogue): CheckOutcome | null {
  const inapplicable = catalogue.get(check.requirement)?.inapplicable;
  if (inapplicable !== undefined)
    return { ...skipped(check, inapplicable, []), isNotApplicable: true, isInapplicable: true };
  const missing = check.fixtures.filter((path) => !hasFixture(settings.target.fixtures, path));
  if (missing.length > 0) return skipped(check, `the target file has no fixture ${missing.join(", ")}`, missing);
  if (check.writes && settings.readOnly) return skipped(check, "it would write, and the run is read-only", []);
  return null;
}

/** Returns the outcome of a check that is not run. */
export function skipped(check: Check, reason: string, missingFixtures: readonly string[]): CheckOutcome {
  return { ...notRun(check), verdict: "skip", reason, missingFixtures };
}

/** The first words of the reason of a check for which no requests were left. */
export const NOT_RUN_AT_BUDGET = "not run at this budget";

/**
 * Returns the outcome of a check for which no requests are left. It leaves no gap if others judged the requirement, and
 * proves nothing.
 */
export function outOfBudget(check: Check, settings: Pick<RunSettings, "budget" | "target">): CheckOutcome {
  return {
    ...skipped(check, `${NOT_RUN_AT_BUDGET}: other checks used its requests${remedyOf(settings)}`, []),
    isNotApplicable: true,
    isLeftOut: true,
  };
}

function remedyOf({ budget, target }: Pick<RunSettings, "budget" | "target">): string {
  const { requests } = target.limits;
  if (requests !== null && requests < BUDGETS[budget].requests) return "; a higher limits.requests runs it";
  const names = Object.keys(BUDGETS);
  const larger = names[names.indexOf(budget) + 1];
  return larger === undefined ? "" : `; a larger budget (--budget ${larger}) runs it`;
}

/** Returns the outcome of a check that sent nothing, without verdict and reason. */
export function notRun(check: Check): Omit<CheckOutcome, "verdict" | "reason"> {
  return {
    check: {
      requirement: check.requirement,
      name: check.name,
      operations: check.operations,
      judgesTraffic: check.judgesTraffic === true,
    },
    blockedBy: null,
    missingFixtures: [],
    isNotApplicable: false,
    cases: 0,
    requests: 0,
    durationMs: 0,
    seed: 0,
    failure: null,
  };
}
