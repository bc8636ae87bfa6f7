import { editValues } from "../edit.ts";
import type { Operator, ValueSite } from "../model.ts";
import { typeOf, valueOperator } from "./value-operator.ts";

export const fraction = valueOperator({
  name: "fraction",
  title: "gives a whole number with a fraction",
  claim: "type",
  inRequests: false,
  fits: (site) => typeOf(site) === "integer",
  edit: () => (value) => Number(value) + 0.5,
});

/** An operator that gives a value beyond one of its bounds. */
const beyond = (
  name: string,
  title: string,
  side: keyof ValueSite["bounds"],
  edited: (value: unknown, bound: number) => string | number,
): Operator => ({
  name,
  title,
  at: (site) => {
    if (site.kind !== "value" || site.claims.bounds === null) return null;
    const bound = site.bounds[side];
    if (bound === null) return null;
    return {
      breaks: site.claims.bounds,
      plant: ({ applies, confined }) => confined(editValues(site, applies, (value) => edited(value, bound))),
    };
  },
});

export const tooLittle = beyond("too-little", "gives less than the least", "least", (value, least) =>
  typeof value === "string" ? value.slice(0, Math.max(0, least - 1)) : least - 1,
);

export const tooMuch = beyond("too-much", "gives more than the most", "most", (value, most) =>
  typeof value === "string" ? value.padEnd(most + 1, ".") : most + 1,
);
