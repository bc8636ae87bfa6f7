import { isProse, valueOperator } from "./value-operator.ts";

export const foldCase = valueOperator({
  name: "fold-case",
  title: "gives a text in lower case",
  claim: "changed",
  inRequests: true,
  // A text filter that takes no account of case is what the contract asks for in memories, and open elsewhere.
  fits: (site) =>
    (isProse(site) && site.kind !== "part" && (site.kind !== "input" || site.place === "body")) ||
    (site.kind === "input" && site.field.kind === "texts" && site.within !== null),
  edit: () => (value) =>
    typeof value === "string"
      ? value.toLowerCase()
      : Array.isArray(value)
        ? value.map((item) => String(item).toLowerCase())
        : value,
});
