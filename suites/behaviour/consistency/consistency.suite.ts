import type { Suite } from "../../engine/check/check.ts";
import { further, whereThere } from "../define-check.ts";
import { otherEyesChecks } from "./cross-agent-views.ts";
import { wayChecks } from "./list-variants.ts";
import { moveChecks } from "./moves.ts";
import { oneOfIt } from "./one-of-it.ts";
import { otherCallersChecks } from "./other-callers.ts";
import { paginationChecks } from "./paginations.ts";
import { timeChecks } from "./times.ts";
import { viewChecks } from "./views.ts";
import { writerChecks } from "./writers.ts";

/** What has to agree between answers, whichever operation gives them and whoever else is writing. */
export const consistencySuite: Suite = {
  name: "consistency",
  checks: (world) => [
    ...writerChecks(),
    ...moveChecks(),
    ...viewChecks(),
    ...further(whereThere(world, [...otherEyesChecks(), ...otherCallersChecks()])),
    ...further([...wayChecks(), oneOfIt()]),
    ...timeChecks(),
    ...paginationChecks(),
  ],
};
