import type { Json } from "../../../spec/json.ts";
import { editValues, type ValueEdit } from "../edit.ts";
import type { EffectSite, InputSite, Operator, PartSite, Site, ValueClaims, ValueSite } from "../model.ts";

/** A site where single values stand. */
export type EditableSite = ValueSite | InputSite | EffectSite | PartSite;

/** The JSON type of the values at a site, as far as one is sure; null where they may be of several. */
export function typeOf(site: EditableSite): string | null {
  if (site.kind === "part") return site.isText ? "string" : null;
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
  readonly fits: (site: EditableSite) => boolean;
  readonly edit: (site: EditableSite) => ValueEdit;
}): Operator {
  const { name, title, claim, inRequests, fits, edit } = definition;
  return {
    name,
    title,
    at: (site) => {
      if (!isEditable(site)) return null;
      const breaks = brokenBy(site, claim, inRequests);
      if (breaks === null || !fits(site)) return null;
      return { breaks, plant: ({ applies, confined }) => confined(editValues(site, applies, edit(site))) };
    },
  };
}

export const isEditable = (site: Site): site is EditableSite =>
  site.kind === "value" || site.kind === "input" || site.kind === "effect" || site.kind === "part";

/** The requirement that another value at a site breaks; what is written or looked at is wrong in its value alone. */
function brokenBy(site: EditableSite, claim: keyof ValueClaims, inRequests: boolean): string | null {
  switch (site.kind) {
    case "value":
      return site.claims[claim];
    case "input":
      return inRequests ? site.heeded : null;
    case "effect":
      return inRequests ? site.claims.changed : null;
    case "part":
      return inRequests ? site.claim : null;
  }
}

/** The name of the member or parameter at a site. */
export function nameAt(site: EditableSite): string {
  switch (site.kind) {
    case "value":
      return site.path.at(-1) ?? "";
    case "input":
      return site.name;
    case "effect":
      return site.member;
    case "part":
      return site.id.slice(site.id.lastIndexOf("/") + 1);
  }
}

/** True for text without listed values or a format, identifiers among them. */
export const isText = (site: EditableSite): boolean =>
  typeOf(site) === "string" &&
  (site.kind === "input" ? site.field.kind === "text" : formatAt(site) === null) &&
  listedAt(site) === null;

/** True for text that people write: no identifier, which has neither case nor lines. */
export const isProse = (site: EditableSite): boolean =>
  isText(site) && !/(^|_)id$|Id$|^cursor$|^before$|^after$|Cursor$|Url$/.test(nameAt(site));

/** True for a value that keeps to the bounds of its input field: what does not has to be rejected all the same. */
export function isWithinBounds(site: EditableSite, value: Json): boolean {
  if (site.kind !== "input") return true;
  const { kind, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = site.field;
  const size = kind === "free" ? Buffer.byteLength(JSON.stringify(value)) : Number(value);
  return !["free", "number", "integer"].includes(kind) || (size >= minimum && size <= maximum);
}

/** The listed values of a site; null where any will do. */
export function listedAt(site: EditableSite): readonly unknown[] | null {
  if (site.kind === "part") return null;
  return site.kind === "input" ? (site.field.values ?? null) : site.values;
}

const formatAt = (site: ValueSite | EffectSite | PartSite): string | null =>
  site.kind === "part" ? null : site.format;
