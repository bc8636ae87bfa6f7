import type { Suite } from "../../engine/check/check.ts";
import { asFurther } from "../define-check.ts";
import { wayChecks } from "./list-variants.ts";
import { longViewChecks } from "./long-views.ts";
import { moveChecks } from "./moves.ts";
import { writerChecks } from "./writers.ts";

/** Requirements on the agreement between responses of all operations, also with concurrent writers. */
export const consistencySuite: Suite = {
  name: "consistency",
  checks: () => [...writerChecks(), ...moveChecks(), ...longViewChecks(), ...asFurther(wayChecks())],
};
