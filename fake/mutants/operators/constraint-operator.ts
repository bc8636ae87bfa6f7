import type { Field } from "../../http/fields.ts";
import type { Patch } from "../../overrides/change.ts";
import { inputs } from "../../overrides/hooks.ts";
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

/** Is it a lower bound, an upper one, a list of values, or about the form of a value? */
export function sideOf({ keyword }: ConstraintSite): "lower" | "upper" | "values" | "form" {
  if (keyword === "enum") return "values";
  if (FORMS.has(keyword)) return "form";
  return keyword.startsWith("min") ? "lower" : "upper";
}

/** Keywords that say what a value is, and not how much of it there may be. */
const FORMS: ReadonlySet<string> = new Set(["type", "required", "pattern"]);
