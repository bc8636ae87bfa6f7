import { listedAt, valueOperator } from "./value-operator.ts";

export const unlisted = valueOperator({
  name: "unlisted",
  title: "gives a value that is not one of those listed, or not of the format",
  claim: "form",
  inRequests: false,
  fits: (site) => listedAt(site) !== null || (site.kind === "value" && site.format === "date-time"),
  edit: (site) => (value) =>
    listedAt(site) === null ? String(value).replace(/Z$|[+-]\d\d:\d\d$/, "") : `${String(value)}_`,
});
