import type { Schema } from "../../spec/document/model.ts";
import { negate } from "../negate.ts";
import { subschemaList } from "../subschemas.ts";
import { combination } from "./combination.ts";
import type { Mutation } from "./mutation.ts";

/** No branch of `oneOf` matches. */
export const noneOfOne: Mutation = combination("none-of-one", "oneOf", (rules) => [
  { description: "none of the alternatives", schema: { allOf: subschemaList(rules, "oneOf").map(negate) } as Schema },
]);
