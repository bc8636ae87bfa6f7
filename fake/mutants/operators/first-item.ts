import { typeOf, valueOperator } from "./value-operator.ts";

export const firstItem = valueOperator({
  name: "first-item",
  title: "takes the first of several items alone",
  claim: "changed",
  inRequests: true,
  fits: (site) => site.kind === "input" && typeOf(site) === "array",
  edit: () => (value) => (Array.isArray(value) ? value.slice(0, 1) : value),
});
