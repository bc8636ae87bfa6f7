import type { Schema } from "../../spec/document/model.ts";
import { negate } from "../negate.ts";
import { subschema } from "../subschemas.ts";
import { combination } from "./combination.ts";
import type { Mutation } from "./mutation.ts";

/** The condition of `if` is true and `then` is not, or the condition and `else` are both false. */
export const brokenCondition: Mutation = combination("broken-condition", "if", (rules) => {
  const condition = subschema(rules, "if") ?? false;
  const consequence = subschema(rules, "then") ?? true;
  const alternative = subschema(rules, "else") ?? true;
  return [
    {
      description: "the condition without its consequence",
      schema: { allOf: [condition, negate(consequence)] } as Schema,
    },
    {
      description: "neither the condition nor the alternative",
      schema: { allOf: [negate(condition), negate(alternative)] } as Schema,
    },
  ];
});
