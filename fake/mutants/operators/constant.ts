import type { Json } from "../../../spec/json.ts";
import { asJson } from "../json-value.ts";
import { type EditableSite, listedAt, typeOf, valueOperator } from "./value-operator.ts";

/** A fixed value of each type. */
const CONSTANTS: Readonly<Record<string, string | number | boolean>> = {
  string: "constant",
  number: 1,
  integer: 1,
  boolean: true,
};

export const constant = valueOperator({
  name: "constant",
  title: "gives the same value each time",
  claim: "changed",
  inRequests: true,
  fits: (site) => fixedFor(site) !== null,
  edit: (site) => {
    const value = fixedFor(site);
    return () => value;
  },
});

function fixedFor(site: EditableSite): Json {
  const type = typeOf(site) ?? "";
  if (site.kind === "input" && type === "array")
    return site.field.kind === "texts" ? [asJson(listedAt(site)?.[0] ?? "constant")] : null;
  if (site.kind === "input" && site.field.kind === "free") return { constant: "constant" };
  if ((site.kind === "value" || site.kind === "effect") && site.format === "date-time")
    return "2024-02-29T12:00:00.000Z";
  return asJson(listedAt(site)?.[0] ?? CONSTANTS[type]);
}
