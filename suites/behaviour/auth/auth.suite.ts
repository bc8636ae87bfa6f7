import type { Suite } from "../../engine/check/check.ts";
import { schemeObservers } from "./observers.ts";
import { rejectedWithoutEffectChecks } from "./rejected-without-effect.ts";

/** A call without valid credentials has no effect. */
export const authSuite: Suite = {
  checks: () => rejectedWithoutEffectChecks(),
  observers: schemeObservers,
};
