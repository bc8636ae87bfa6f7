import { isObject, type Json } from "../../../spec/json.ts";
import type { Guard, InputSite, ValueSite } from "../model.ts";
import { listedAt, typeOf } from "../operators/value-operator.ts";
import { ownValue } from "./own-value.ts";
import { MEDIA_TYPES } from "./stored-type.ts";

/** Bytes of free JSON that is near its bound. */
const LARGE = 3500;

/** Sorts of value, by name. */
const SORTS: Readonly<Record<string, (value: Json) => boolean>> = {
  empty: (value) => sizeOf(value) === 0,
  several: (value) => sizeOf(value) > 1,
  large: (value) => Buffer.byteLength(JSON.stringify(value)) > LARGE,
  fraction: (value) => !Number.isInteger(Number(value)),
};

/** The value itself: one of those listed, a number at an end of its range, or something empty: `value=0`, `value=empty`. */
export const value: Guard = {
  name: "value",
  needsValue: true,
  about: (_level, site) => ownValue(site),
  levels: (site) => (site.kind === "value" || site.kind === "input" ? levelsAt(site).map((one) => `value=${one}`) : []),
  values: (level) => {
    const wanted = level.replace("value=", "");
    return SORTS[wanted] ?? ((given) => String(given) === wanted);
  },
};

function levelsAt(site: ValueSite | InputSite): readonly unknown[] {
  const name = site.kind === "value" ? site.path.at(-1) : site.name;
  const type = typeOf(site) ?? "";
  if (name === "mimeType") return MEDIA_TYPES;
  if (type === "array" || type === "object") return ["empty", "several", "large"];
  if (type === "boolean") return [true, false];
  if (type === "string") return listedAt(site) ?? [];
  if (type !== "number" && type !== "integer") return [];
  const most = site.kind === "input" ? site.field.maximum : undefined;
  const numbers = [...new Set([0, 1, ...(most === undefined ? [] : [most])])];
  return type === "number" && !(site.kind === "input" && site.field.kind === "integer")
    ? [...numbers, "fraction"]
    : numbers;
}

const sizeOf = (value: Json): number =>
  Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : Number.NaN;
