import { inputAt, namedInputs } from "../inputs.ts";
import type { Guard } from "../model.ts";

/** A listed input with another value than the usual one: `status!=current`. */
export const otherThan: Guard = {
  name: "other-than",
  levels: ({ operation }) =>
    namedInputs(operation).flatMap(({ name, field: { fallback, values } }) =>
      typeof fallback === "string" && values?.includes(fallback) ? [`${name}!=${fallback}`] : [],
    ),
  calls: (level) => {
    const [name = "", usual] = level.split("!=");
    return (call) => {
      const given = inputAt(call, name);
      return given !== undefined && String(given) !== usual;
    };
  },
};
