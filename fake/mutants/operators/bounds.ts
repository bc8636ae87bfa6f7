import { constraintOperator, sideOf } from "./constraint-operator.ts";

export const halfBound = constraintOperator("half-bound", "accepts up to half of a bound", (site) =>
  sideOf(site) === "upper" ? { maximum: Number(site.value) / 2 } : null,
);

export const doubleBound = constraintOperator("double-bound", "accepts up to twice a bound", (site) =>
  sideOf(site) === "upper" ? { maximum: Number(site.value) * 2 } : null,
);

export const clamp = constraintOperator("clamp", "takes what is above a bound for the bound", (site) =>
  site.keyword === "maximum" ? { above: "clamp" } : null,
);
