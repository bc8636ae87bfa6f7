import { subschema } from "../subschemas.ts";
import { combination } from "./combination.ts";
import type { Mutation } from "./mutation.ts";

/** A value that `not` excludes. */
export const excludedCombination: Mutation = combination("excluded-combination", "not", (rules) => [
  { description: "what the schema excludes", schema: subschema(rules, "not") ?? false },
]);
