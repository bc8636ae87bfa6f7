import type { Schema } from "../../spec/document/model.ts";
import { subschemaList } from "../subschemas.ts";
import { combination } from "./combination.ts";
import type { Mutation } from "./mutation.ts";

/** Two branches of `oneOf` match. */
export const moreThanOne: Mutation = combination("more-than-one", "oneOf", (rules) => {
  const branches = subschemaList(rules, "oneOf");
  return branches.flatMap((first, index) =>
    branches.slice(index + 1).map((second) => ({
      description: "two alternatives at once",
      schema: { allOf: [first, second] } as Schema,
    })),
  );
});
