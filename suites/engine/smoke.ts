import type { Catalogue } from "../../spec/requirements.ts";
import type { Check, CheckOutcome } from "./check.ts";
import { skipped } from "./excuse.ts";
import type { RunSettings } from "./options.ts";

/** True for a run of some requirements only: it asks for these in full, whatever its budget. */
export function isRestricted({ only, onlyFailed, replay }: RunSettings): boolean {
  return only.length > 0 || onlyFailed !== null || Boolean(replay);
}

/** A smoke run of everything has to be sparing. */
export function isSparing(settings: RunSettings): boolean {
  return settings.budget === "smoke" && !isRestricted(settings);
}

/** Of the checks that look at one requirement on the same operations, a sparing run tries the first alone. */
export function affordable(checks: readonly Check[], settings: RunSettings): readonly Check[] {
  if (!isSparing(settings)) return checks;
  const first = new Map<string, Check>();
  for (const check of checks) {
    const kind = `${check.requirement} ${check.operations.join(" ")}`;
    if (!first.has(kind)) first.set(kind, check);
  }
  return [...first.values()];
}

/** A sparing run spends what it has on what MUST hold, unless it was asked to be strict. */
export function postponed(check: Check, settings: RunSettings, catalogue: Catalogue): CheckOutcome | null {
  if (!isSparing(settings) || settings.strict) return null;
  return catalogue.get(check.requirement)?.level === "SHOULD"
    ? skipped(check, "left to a larger budget: a smoke run looks at what MUST hold", [])
    : null;
}
