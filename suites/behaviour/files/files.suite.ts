import type { Suite } from "../../engine/check/check.ts";
import { asAdditional, withExistingFixtures } from "../define-check.ts";
import { downloadAfterFlag } from "./download-after-flag.ts";
import { downloadByAnotherAgent } from "./download-by-another-agent.ts";
import { downloadChecks } from "./downloads.ts";
import { flowChecks } from "./flow.ts";
import { hostChecks } from "./hosts-respond.ts";
import { fileObservers } from "./observers.ts";
import { signatureChecks } from "./signatures.ts";
import { uploadChecks } from "./uploads.ts";
import { usableUntilExpiryChecks } from "./usable-until-expiry.ts";

/** Requirements on files beyond the form of requests and responses. */
export const filesSuite: Suite = {
  checks: (context) => [
    ...uploadChecks(context),
    ...flowChecks(),
    ...downloadChecks(),
    ...hostChecks(),
    downloadAfterFlag(context),
    ...asAdditional([...usableUntilExpiryChecks(), ...withExistingFixtures(context, [downloadByAnotherAgent()])]),
    ...signatureChecks(),
  ],
  observers: () => fileObservers(),
};
