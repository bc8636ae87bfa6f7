import type { Json } from "../../../spec/json.ts";
import { editValues, type ValueEdit } from "../edit.ts";
import type { InputSite, Operator, ValueClaims, ValueSite } from "../model.ts";

/** The JSON type of the values at a site, as far as one is sure; null where they may be of several. */
export function typeOf(site: ValueSite | InputSite): string | null {
  if (site.kind === "input") return INPUT_TYPES[site.field.kind] ?? null;
  const types = site.types.filter((type) => type !== "null");
  return types.length === 1 ? (types[0] ?? null) : null;
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  text: "string",
  boolean: "boolean",
  instant: "string",
  integer: "number",
  number: "number",
  texts: "array",
  pointers: "array",
  free: "object",
};

/** An operator that changes single values, in requests before they are read and in responses before they are sent. */
export function valueOperator(definition: {
  readonly name: string;
  readonly title: string;
  /** Which claim of the response's value it breaks. */
  readonly claim: keyof ValueClaims;
  /** False for one that a request cannot show. */
  readonly inRequests: boolean;
  readonly fits: (site: ValueSite | InputSite) => boolean;
  readonly edit: (site: ValueSite | InputSite) => ValueEdit;
}): Operator {
  const { name, title, claim, inRequests, fits, edit } = definition;
  return {
    name,
    title,
    at: (site) => {
      if (site.kind !== "value" && site.kind !== "input") return null;
      const breaks = site.kind === "value" ? site.claims[claim] : inRequests ? site.heeded : null;
      if (breaks === null || !fits(site)) return null;
      return { breaks, plant: ({ applies, confined }) => confined(editValues(site, applies, edit(site))) };
    },
  };
}

/** True for text without listed values or a format, identifiers among them. */
export const isText = (site: ValueSite | InputSite): boolean =>
  typeOf(site) === "string" &&
  (site.kind === "input"
    ? site.field.values === undefined && site.field.kind === "text"
    : site.values === null && site.format === null);

/** True for text that people write: no identifier, which has neither case nor lines. */
export const isProse = (site: ValueSite | InputSite): boolean => {
  const name = site.kind === "input" ? site.name : (site.path.at(-1) ?? "");
  return isText(site) && !/(^|_)id$|Id$|^cursor$|^before$|^after$|Cursor$|Url$/.test(name);
};

/** True for a value that keeps to the bounds of its input field: what does not has to be rejected all the same. */
export function isWithinBounds(site: ValueSite | InputSite, value: Json): boolean {
  if (site.kind === "value") return true;
  const { kind, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = site.field;
  const size = kind === "free" ? Buffer.byteLength(JSON.stringify(value)) : Number(value);
  return !["free", "number", "integer"].includes(kind) || (size >= minimum && size <= maximum);
}

/** The listed values of a site; null where any will do. */
export const listedAt = (site: ValueSite | InputSite): readonly unknown[] | null =>
  site.kind === "value" ? site.values : (site.field.values ?? null);
