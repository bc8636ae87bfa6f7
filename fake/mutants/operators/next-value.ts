import { asJson } from "../json-value.ts";
import { listedAt, typeOf, valueOperator } from "./value-operator.ts";

export const nextValue = valueOperator({
  name: "next-value",
  title: "takes each listed value for the next one",
  claim: "changed",
  inRequests: true,
  fits: (site) => typeOf(site) === "string" && listedAt(site) !== null,
  edit: (site) => {
    const values = listedAt(site) ?? [];
    return (value) => (values.includes(value) ? asJson(values[(values.indexOf(value) + 1) % values.length]) : value);
  },
});
