import { constraintOperator, sideOf } from "./constraint-operator.ts";

export const tighten = constraintOperator("tighten", "rejects the value at a bound, or one of those listed", (site) => {
  const { field, value } = site;
  switch (sideOf(site)) {
    case "lower":
      return { minimum: Number(value) + 1 };
    case "upper":
      return { maximum: Number(value) - 1 };
    case "values":
      return { values: (field.values ?? []).slice(0, -1) };
    case "form":
      return null;
  }
});
