import type { Json } from "../../../spec/json.ts";
import { editLists } from "../edit.ts";
import type { ListClaims, Operator } from "../model.ts";

/** An operator that changes lists in responses; `edit` gets all items and those that it may change. */
export function listOperator(
  name: string,
  title: string,
  claim: keyof ListClaims,
  edit: (items: readonly Json[], chosen: readonly Json[]) => readonly Json[],
): Operator {
  return {
    name,
    title,
    at: (site) => {
      const breaks = site.kind === "list" ? site.claims[claim] : null;
      if (site.kind !== "list" || breaks === null) return null;
      return { breaks, plant: ({ applies, confined }) => confined(editLists(site, applies, edit)) };
    },
  };
}
