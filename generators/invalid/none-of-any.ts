import type { Schema } from "../../spec/document/model.ts";
import { negate } from "../negate.ts";
import { subschemaList } from "../subschemas.ts";
import { combination } from "./combination.ts";
import type { Mutation } from "./mutation.ts";

/** No branch of `anyOf` matches. */
export const noneOfAny: Mutation = combination("none-of-any", "anyOf", (rules) => [
  { description: "none of the alternatives", schema: { allOf: subschemaList(rules, "anyOf").map(negate) } as Schema },
]);
