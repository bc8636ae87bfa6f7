import type { Suite } from "../../engine/check/check.ts";
import { questions } from "./questions.ts";
import { serverErrorChecks } from "./server-errors.ts";
import { unusualMemberChecks } from "./unusual-members.ts";
import { unusualParameterChecks } from "./unusual-parameters.ts";

/** What the contract implies of rejections in general, and what it leaves open about requests. */
export const errorsSuite: Suite = {
  name: "errors",
  checks: (context) => [
    ...serverErrorChecks(context),
    ...unusualMemberChecks(context),
    ...unusualParameterChecks(context),
  ],
  observers: questions,
};
