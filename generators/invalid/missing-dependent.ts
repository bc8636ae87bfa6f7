import type { Schema } from "../../spec/document/model.ts";
import { asObject } from "../../spec/json.ts";
import { combination } from "./combination.ts";
import type { Mutation } from "./mutation.ts";

/** A member without the members that it requires. */
export const missingDependent: Mutation = combination("missing-dependent", "dependentRequired", (rules) =>
  Object.entries(asObject(rules.dependentRequired)).flatMap(([name, others]) =>
    (Array.isArray(others) ? others : []).map(String).map((other) => ({
      description: `${name} without ${other}`,
      schema: { type: "object", required: [name], "x-forbidden": [other] } as Schema,
    })),
  ),
);
