import { typeOf, valueOperator } from "./value-operator.ts";

export const offByOne = valueOperator({
  name: "off-by-one",
  title: "counts one too many",
  claim: "changed",
  inRequests: true,
  fits: (site) => ["number", "integer"].includes(typeOf(site) ?? ""),
  edit: () => (value) => (Number.isFinite(Number(value)) ? Number(value) + 1 : value),
});
