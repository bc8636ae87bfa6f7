import type { Suite } from "../../engine/check/check.ts";
import { asFurther, withExistingFixtures } from "../define-check.ts";
import { afterFlag } from "./after-flag.ts";
import { downloadChecks } from "./downloads.ts";
import { flowChecks } from "./flow.ts";
import { lastingChecks } from "./lasting.ts";
import { fileQuestions } from "./questions.ts";
import { reachableChecks } from "./reachable.ts";
import { signatureChecks } from "./signatures.ts";
import { toAnother } from "./to-another.ts";
import { uploadChecks } from "./uploads.ts";

/** Requirements on files beyond the form of requests and responses. */
export const filesSuite: Suite = {
  name: "files",
  checks: (context) => [
    ...uploadChecks(context),
    ...flowChecks(),
    ...downloadChecks(),
    ...reachableChecks(),
    afterFlag(context),
    ...asFurther([...lastingChecks(), ...withExistingFixtures(context, [toAnother()])]),
    ...signatureChecks(),
  ],
  observers: () => fileQuestions(),
};
