import type { Json } from "../../../spec/json.ts";
import { typeOf, valueOperator } from "./value-operator.ts";

export const wrongType = valueOperator({
  name: "wrong-type",
  title: "gives a value of another type",
  claim: "type",
  inRequests: false,
  fits: (site) => typeOf(site) !== null,
  edit: () => otherType,
});

function otherType(value: Json): Json {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return { items: value };
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}
