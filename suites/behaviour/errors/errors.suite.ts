import type { Suite } from "../../engine/check/check.ts";
import { errorObservers } from "./observers.ts";
import { serverErrorChecks } from "./server-errors.ts";
import { unusualMemberChecks } from "./unusual-members.ts";
import { unusualParameterChecks } from "./unusual-parameters.ts";

/** Requirements that the contract implies on rejections in general, and observers of open points of requests. */
export const errorsSuite: Suite = {
  checks: (context) => [
    ...serverErrorChecks(context),
    ...unusualMemberChecks(context),
    ...unusualParameterChecks(context),
  ],
  observers: errorObservers,
};
