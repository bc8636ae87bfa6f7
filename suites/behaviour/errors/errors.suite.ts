import type { Suite } from "../../engine/check/check.ts";
import { oddMemberChecks } from "./odd-members.ts";
import { oddParameterChecks } from "./odd-parameters.ts";
import { questions } from "./questions.ts";
import { serverErrorChecks } from "./server-errors.ts";

/** What the contract implies of rejections in general, and what it leaves open about requests. */
export const errorsSuite: Suite = {
  name: "errors",
  checks: (world) => [...serverErrorChecks(world), ...oddMemberChecks(world), ...oddParameterChecks(world)],
  observers: questions,
};
