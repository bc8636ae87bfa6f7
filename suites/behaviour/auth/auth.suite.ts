import type { Suite } from "../../engine/check/check.ts";
import { identityChecks } from "./identity.ts";
import { schemeObservers } from "./scheme.ts";
import { withoutEffectChecks } from "./without-effect.ts";

/** The identity of a key, and that a call without one has no effect. */
export const authSuite: Suite = {
  name: "auth",
  checks: () => [...withoutEffectChecks(), ...identityChecks()],
  observers: schemeObservers,
};
