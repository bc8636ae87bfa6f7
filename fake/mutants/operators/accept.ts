import { constraintOperator, sideOf } from "./constraint-operator.ts";

const FORGOTTEN = {
  lower: { minimum: undefined },
  upper: { maximum: undefined },
  values: { values: undefined },
  form: null,
};

export const accept = constraintOperator("accept", "accepts what breaks a rule", (site) => FORGOTTEN[sideOf(site)]);
