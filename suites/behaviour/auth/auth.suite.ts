import type { Suite } from "../../engine/check/check.ts";
import { identityChecks } from "./identity.ts";
import { schemeObservers } from "./observers.ts";
import { rejectedWithoutEffectChecks } from "./rejected-without-effect.ts";

/** The identity of a key, and that a call without one has no effect. */
export const authSuite: Suite = {
  checks: () => [...rejectedWithoutEffectChecks(), ...identityChecks()],
  observers: schemeObservers,
};
