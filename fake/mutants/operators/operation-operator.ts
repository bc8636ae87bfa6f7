import type { Change } from "../../overrides/change.ts";
import type { Conditions, OperationSite, Operator } from "../model.ts";

/** An operator that changes what an operation does as a whole. */
export function operationOperator(
  name: string,
  title: string,
  claim: (site: OperationSite) => string | null,
  plant: (site: OperationSite, conditions: Conditions) => Change,
): Operator {
  return {
    name,
    title,
    at: (site) => {
      const breaks = site.kind === "operation" ? claim(site) : null;
      if (site.kind !== "operation" || breaks === null) return null;
      return { breaks, plant: (conditions) => plant(site, conditions) };
    },
  };
}
