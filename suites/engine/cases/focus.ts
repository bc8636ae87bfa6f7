import type { Json } from "../../../spec/json.ts";
import type { Check } from "../check/check.ts";
import type { RunSettings } from "../check/options.ts";

/** Inputs from reports that a check runs before its own. */
export interface Focus {
  readonly counterexamples: readonly Json[];
  /** True if nothing else is run. */
  readonly exclusive: boolean;
}

/** Returns true if a check takes part in a run that repeats failures. */
export function isReplayed(check: Check, { replay }: Pick<RunSettings, "replay">): boolean {
  return !replay || replay.some((entry) => entry.requirement === check.requirement && entry.check === check.name);
}

/**
 * Returns the inputs that a check runs first: the failures to repeat, or those that the known-failures file declares.
 * That makes sure that a declared failure is seen to fail still or to pass now.
 */
export function focusOf(check: Check, { replay, knownFailures }: RunSettings): Focus | null {
  const repeated = replay?.filter((entry) => entry.requirement === check.requirement && entry.check === check.name);
  const inputs = (repeated ?? declared(check, knownFailures)).map((entry) => entry.counterexample);
  const counterexamples = inputs.filter((input) => input !== null);
  return counterexamples.length === 0 ? null : { counterexamples, exclusive: repeated !== undefined };
}

function declared(check: Check, known: RunSettings["knownFailures"]): readonly { readonly counterexample: Json }[] {
  return known?.entries.filter((entry) => entry.requirement === check.requirement) ?? [];
}
