import { isWithinBounds, typeOf, valueOperator } from "./value-operator.ts";

export const offByOne = valueOperator({
  name: "off-by-one",
  title: "counts one too many",
  claim: "changed",
  inRequests: true,
  fits: (site) => ["number", "integer"].includes(typeOf(site) ?? ""),
  edit: (site) => (value) =>
    Number.isFinite(Number(value)) && isWithinBounds(site, Number(value) + 1) ? Number(value) + 1 : value,
});
