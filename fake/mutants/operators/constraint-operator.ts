import type { Patch } from "../../changes/change.ts";
import { inputs } from "../../changes/hooks.ts";
import type { Field } from "../../http/fields.ts";
import type { ConstraintSite, Operator } from "../model.ts";

/** An operator that reads input by another rule than the document's; null where the field cannot be changed so. */
export function constraintOperator(
  name: string,
  title: string,
  changed: (site: ConstraintSite) => Patch<Field> | null,
): Operator {
  return {
    name,
    title,
    at: (site) => {
      const patch = site.kind === "constraint" ? changed(site) : null;
      if (site.kind !== "constraint" || patch === null) return null;
      return { breaks: site.claim, plant: ({ confined }) => confined(inputs(site.operation, { [site.role]: patch })) };
    },
  };
}

/** Is it a lower bound, an upper one, or a list of values? */
export function sideOf({ keyword }: ConstraintSite): "lower" | "upper" | "values" {
  if (keyword === "enum") return "values";
  return keyword.startsWith("min") ? "lower" : "upper";
}
