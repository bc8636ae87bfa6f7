import { isoInstant } from "../../runtime/clock.ts";
import { fillValues } from "../edit.ts";
import type { Operator } from "../model.ts";
import { typeOf } from "./value-operator.ts";

export const invent: Operator = {
  name: "invent",
  needsNoValue: true,
  title: "gives a value where there is none",
  at: (site) => {
    if (site.kind !== "value" && site.kind !== "effect") return null;
    const { changed: breaks } = site.claims;
    if (breaks === null || typeOf(site) !== "string" || !site.types.includes("null")) return null;
    return {
      breaks,
      plant: ({ applies, confined }) =>
        confined(
          fillValues(site, applies, ({ id }) =>
            site.format === "date-time" ? isoInstant(Date.now()) : String(id ?? "invented"),
          ),
        ),
    };
  },
};
