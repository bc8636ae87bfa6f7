import { constraintOperator, sideOf } from "./constraint-operator.ts";

export const loosen = constraintOperator("loosen", "accepts one beyond a bound, or one value too many", (site) => {
  const { field, value } = site;
  switch (sideOf(site)) {
    case "lower":
      return { minimum: Number(value) - 1 };
    case "upper":
      return { maximum: Number(value) + 1 };
    case "values":
      return { values: [...(field.values ?? []), "other"] };
    case "form":
      return null;
  }
});
