import { bySecondAgent } from "../../overrides/identities.ts";
import type { Guard } from "../model.ts";

/** Every agent of a workspace but the one that called there first: `caller=second`. */
export const caller: Guard = {
  name: "caller",
  needsCaller: true,
  levels: () => ["caller=second"],
  calls: () => bySecondAgent(),
};
