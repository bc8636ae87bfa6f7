import { typeOf, valueOperator } from "./value-operator.ts";

export const negate = valueOperator({
  name: "negate",
  title: "says true for false and false for true",
  claim: "changed",
  inRequests: false,
  fits: (site) => typeOf(site) === "boolean",
  edit: () => (value) => value !== true,
});
