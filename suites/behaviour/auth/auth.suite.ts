import type { Suite } from "../../engine/check/check.ts";
import { identityChecks } from "./identity.ts";
import { schemeObservers } from "./scheme.ts";
import { withoutEffectChecks } from "./without-effect.ts";

/** What a key stands for, and what a call without one leaves undone. */
export const authSuite: Suite = {
  name: "auth",
  checks: () => [...withoutEffectChecks(), ...identityChecks()],
  observers: schemeObservers,
};
