import type { Suite } from "../../engine/check.ts";
import { lifetimeChecks } from "./lifetimes.ts";
import { refusedClaimChecks } from "./refused.ts";
import { rememberingChecks } from "./remembering.ts";

/** What the contract demands of remembering and of filtering memories beyond the form of requests and answers. */
export const memoriesSuite: Suite = {
  name: "memories",
  checks() {
    return [...rememberingChecks(), ...lifetimeChecks(), ...refusedClaimChecks()];
  },
};
