import { isObject, type Json } from "../../../spec/json.ts";
import type { Guard, Site } from "../model.ts";
import { typeOf } from "../operators/value-operator.ts";

const isEmpty = (value: Json): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) ? Object.keys(value).length === 0 : value === "";

/** The value itself: a number at an end of its range, or something empty: `value=0`, `value=empty`. */
export const value: Guard = {
  name: "value",
  levels: (site) =>
    numbersOf(site)
      .map((number) => `value=${number}`)
      .concat(isHolder(site) ? "value=empty" : []),
  values: (level) => {
    const wanted = level.replace("value=", "");
    return (given) => (wanted === "empty" ? isEmpty(given) : String(given) === wanted);
  },
};

function numbersOf(site: Site): readonly number[] {
  if (site.kind !== "value" && site.kind !== "input") return [];
  if (!["number", "integer"].includes(typeOf(site) ?? "")) return [];
  const most = site.kind === "input" ? site.field.maximum : undefined;
  return [...new Set([0, 1, ...(most === undefined ? [] : [most])])];
}

const isHolder = (site: Site): boolean =>
  (site.kind === "value" || site.kind === "input") && ["array", "object"].includes(typeOf(site) ?? "");
