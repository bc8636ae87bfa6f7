import type { Json } from "../../../spec/json.ts";
import { editValues, type ValueEdit } from "../edit.ts";
import type { Operator, Site, ValueClaims } from "../model.ts";
import { operatorAt, type SiteOf } from "./operator.ts";

const KINDS = ["value", "input", "effect", "part"] as const;

/** A site where single values stand. */
export type EditableSite = SiteOf<(typeof KINDS)[number]>;

/** Where a value operator applies. */
export interface Scope {
  /** Which claim of a shown value it breaks; `changed` where absent. */
  readonly claim?: keyof ValueClaims;
  /** True for one that is wrong in responses alone: a request, or what is written, cannot show it. */
  readonly isShownOnly?: true;
  readonly fits?: (site: EditableSite) => boolean;
}

/** An operator that changes single values: in requests before they are read, in responses before they are sent, and in what is written. */
export const valueOperator = (
  name: string,
  title: string,
  { claim = "changed", isShownOnly, fits = () => true }: Scope,
  edit: (site: EditableSite) => ValueEdit,
): Operator =>
  operatorAt(
    KINDS,
    name,
    title,
    (site) => {
      if ((site.kind !== "value" && isShownOnly) || !fits(site)) return null;
      return site.kind === "value" ? site.claims[claim] : writtenClaim(site);
    },
    (site, { applies }) => editValues(site, applies, edit(site)),
  );

/** What another value breaks where it is asked for, written or looked at. */
export function writtenClaim(site: Exclude<EditableSite, SiteOf<"value">>): string | null {
  if (site.kind === "input") return site.heeded;
  return site.kind === "effect" ? site.claims.changed : site.claim;
}

export const isEditable = (site: Site): site is EditableSite => KINDS.some((kind) => kind === site.kind);

/** The JSON type of the values at a site, as far as one is sure; null where they may be of several. */
export function typeOf(site: EditableSite): string | null {
  if (site.kind === "part") return site.isText ? "string" : null;
  if (site.kind === "input") return INPUT_TYPES[site.field.kind] ?? null;
  const types = site.types.filter((type) => type !== "null");
  return types.length === 1 ? (types[0] ?? null) : null;
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  ...{ text: "string", boolean: "boolean", instant: "string", integer: "number", number: "number" },
  ...{ texts: "array", pointers: "array", free: "object" },
};

export const isNumber = (site: EditableSite): boolean => ["number", "integer"].includes(typeOf(site) ?? "");

/** The name of the member or parameter at a site. */
export function nameAt(site: EditableSite): string {
  if (site.kind === "value") return site.path.at(-1) ?? "";
  if (site.kind === "effect") return site.member;
  return site.kind === "input" ? site.name : site.id.slice(site.id.lastIndexOf("/") + 1);
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

/** The format of the values at a site, such as `date-time`; null where they have none. */
export const formatAt = (site: EditableSite): string | null => ("format" in site ? site.format : null);
