import { subschemaList } from "../subschemas.ts";
import type { Mutation } from "./mutation.ts";

/** An item after those that `prefixItems` describes, if `items` allows no more. */
export const surplusItem: Mutation = {
  name: "surplus-item",
  keyword: "items",
  edits: (site, { sample }) => {
    if (site.rules.items !== false) return [];
    const prefix = sample([], { type: "array", minItems: subschemaList(site.rules, "prefixItems").length });
    return Array.isArray(prefix) ? [{ after: [...prefix, "surplus"], description: "one item too many" }] : [];
  },
};
