import type { Json, JsonObject } from "../../../spec/json.ts";
import { editValues, fillValues } from "../edit.ts";
import type { Operator, ValueClaims, ValueSite } from "../model.ts";
import { typeOf } from "./value-operator.ts";

const MINUTE_MS = 60_000;
const CENTURY_MS = 100 * 365 * 24 * 60 * MINUTE_MS;

const shifted = (value: Json, by: number): Json => new Date(Date.parse(String(value)) + by).toISOString();

/** An operator that gives too much or too little of something. */
function extreme(
  name: string,
  title: string,
  claim: keyof Pick<ValueClaims, "raised" | "lowered">,
  edit: (site: ValueSite, value: Json) => Json,
  fill: ((site: ValueSite, holder: JsonObject) => Json) | null,
): Operator {
  return {
    name,
    title,
    at: (site) => {
      const breaks = site.kind === "value" ? site.claims[claim] : null;
      if (site.kind !== "value" || breaks === null) return null;
      return {
        breaks,
        plant: ({ applies, confined }) =>
          confined(
            fill === null || isGiven(site)
              ? editValues(site, applies, (value) => edit(site, value))
              : fillValues(site, applies, (holder) => fill(site, holder)),
          ),
      };
    },
  };
}

/** True for a member that always has a value. */
const isGiven = (site: ValueSite): boolean => !site.types.includes("null") || typeOf(site) === "boolean";

export const raise = extreme(
  "raise",
  "says true for false, a time a century later, or something where there is nothing",
  "raised",
  (site, value) => (site.format === "date-time" ? shifted(value, CENTURY_MS) : true),
  (site, holder) => (site.format === "date-time" ? (holder.createdAt ?? null) : (holder.id ?? null)),
);

export const lower = extreme(
  "lower",
  "says false for true, 0 for a number, or a time a minute earlier",
  "lowered",
  (site, value) => {
    if (site.format === "date-time") return shifted(value, -MINUTE_MS);
    return typeOf(site) === "boolean" ? false : 0;
  },
  null,
);
