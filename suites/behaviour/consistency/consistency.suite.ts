import type { Suite } from "../../engine/check/check.ts";
import { asAdditional } from "../define-check.ts";
import { concurrentChangeChecks } from "./concurrent-changes.ts";
import { concurrentWriterChecks } from "./concurrent-writers.ts";
import { listVariantChecks } from "./list-variants.ts";
import { longTextChecks } from "./long-texts.ts";

/** Requirements on the agreement between responses of all operations, also with concurrent writers. */
export const consistencySuite: Suite = {
  checks: () => [
    ...concurrentWriterChecks(),
    ...concurrentChangeChecks(),
    ...longTextChecks(),
    ...asAdditional(listVariantChecks()),
  ],
};
