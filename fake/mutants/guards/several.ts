import { asObject } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import { inputAt, namedInputs } from "../inputs.ts";
import { asJson } from "../json-value.ts";
import type { Guard } from "../model.ts";

/** An input that names more than one: a list of several items, or a number above its least: `tags>1`, `depth>1`. */
export const several: Guard = {
  name: "several",
  levels: ({ operation }) =>
    namedInputs(operation).flatMap(({ name, field: { kind, minimum } }) => {
      if (kind === "texts" || kind === "pointers") return [`${name}>1`, `${name}>2`];
      return kind === "free" || (kind === "integer" && minimum === 1) ? [`${name}>1`] : [];
    }),
  calls: (level) => {
    const [name = "", least] = level.split(">");
    return (call) => amountOf(call, name) > Number(least);
  },
};

/** Items of a list, members of an object, or the number itself. */
function amountOf(call: Call, name: string): number {
  const given = asJson(inputAt(call, name));
  if (Array.isArray(given))
    return given.length === 1 && /^\d+$/.test(String(given[0])) ? Number(given[0]) : given.length;
  return typeof given === "object" ? Object.keys(asObject(given)).length : Number(given);
}
