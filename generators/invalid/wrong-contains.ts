import type { Schema } from "../../spec/document/model.ts";
import { negate } from "../negate.ts";
import { subschema } from "../subschemas.ts";
import { combination } from "./combination.ts";
import type { Mutation } from "./mutation.ts";
import { bound } from "./mutation.ts";

/** Creates a mutation to a list without any item that must be contained. */
function withoutContained(name: string, keyword: "contains" | "minContains"): Mutation {
  const opposites = (rules: Schema) => {
    const items = negate(subschema(rules, "contains") ?? true) as never;
    const description = "no item of the kind that has to be contained";
    return [{ description, schema: { type: "array", minItems: 1, items } as Schema }];
  };
  return combination(name, keyword, opposites, ["contains", "minContains"]);
}

/** No item matches `contains`. */
export const notContained: Mutation = withoutContained("not-contained", "contains");

/** Fewer items match `contains` than `minContains` requires. */
export const tooFewContained: Mutation = withoutContained("too-few-contained", "minContains");

/** More items match `contains` than `maxContains` allows. */
export const tooManyContained: Mutation = {
  name: "too-many-contained",
  keyword: "maxContains",
  edits: (site, { sample }) => {
    const count = bound(site, "maxContains") + 1;
    const items = (subschema(site.rules, "contains") ?? true) as never;
    const after = sample(["maxContains", "contains"], { type: "array", minItems: count, maxItems: count, items });
    return [{ after, description: `${count} items of a kind of which ${count - 1} are allowed` }];
  },
};
