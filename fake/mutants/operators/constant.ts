import { asJson } from "../json-value.ts";
import { listedAt, typeOf, valueOperator } from "./value-operator.ts";

/** A fixed value of each type. */
const CONSTANTS: Readonly<Record<string, string | number | boolean>> = {
  string: "constant",
  number: 1,
  integer: 1,
  boolean: true,
  array: "constant",
};

export const constant = valueOperator({
  name: "constant",
  title: "gives the same value each time",
  claim: "changed",
  inRequests: true,
  fits: (site) =>
    typeOf(site) !== null &&
    (site.kind === "input" || typeOf(site) !== "array") &&
    ((typeOf(site) ?? "") in CONSTANTS || listedAt(site) !== null),
  edit: (site) => {
    const fixed =
      (site.kind === "value" || site.kind === "effect") && site.format === "date-time"
        ? "2024-02-29T12:00:00.000Z"
        : CONSTANTS[typeOf(site) ?? ""];
    const value = asJson(listedAt(site)?.[0] ?? fixed);
    return () => (typeOf(site) === "array" ? [value] : value);
  },
});
