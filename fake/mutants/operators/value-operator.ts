import type { Json } from "../../../spec/json.ts";
import type { Operator, Site, ValueClaims } from "../model.ts";
import { editValues, type ValueEdit } from "../site-edits.ts";
import { operatorAt, type SiteOf } from "./operator.ts";

const KINDS = ["value", "input", "effect", "part"] as const;

/** A site with single values. */
export type EditableSite = SiteOf<(typeof KINDS)[number]>;

/** The scope of a value operator. */
export interface Scope {
  /** The claim of a shown value that it breaks; `changed` by default. */
  readonly claim?: keyof ValueClaims;
  /** True if it applies only to responses: in a request, or in written data, it would not show. */
  readonly isShownOnly?: true;
  readonly fits?: (site: EditableSite) => boolean;
}

/**
 * Creates an operator that changes single values: in requests before they are read, in responses before they are sent,
 * and in written data.
 */
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

/** Returns the requirement that another value breaks when it is requested, written or read. */
export function writtenClaim(site: Exclude<EditableSite, SiteOf<"value">>): string | null {
  if (site.kind === "input") return site.heeded;
  return site.kind === "effect" ? site.claims.changed : site.claim;
}

export const isEditable = (site: Site): site is EditableSite => KINDS.some((kind) => kind === site.kind);

/** Returns the JSON type of the values at a site; null if there may be several. */
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

/** Returns the name of the member or parameter at a site. */
export function nameAt(site: EditableSite): string {
  if (site.kind === "value") return site.path.at(-1) ?? "";
  if (site.kind === "effect") return site.member;
  return site.kind === "input" ? site.name : site.id.slice(site.id.lastIndexOf("/") + 1);
}

/** Returns true for text without listed values or a format, including identifiers. */
export const isText = (site: EditableSite): boolean =>
  typeOf(site) === "string" &&
  (site.kind === "input" ? site.field.kind === "text" : formatAt(site) === null) &&
  listedAt(site) === null;

/** Returns true for text that people write: not for identifiers, which have neither case nor lines. */
export const isProse = (site: EditableSite): boolean =>
  isText(site) && !/(^|_)id$|Id$|^cursor$|^before$|^after$|Cursor$|Url$/.test(nameAt(site));

/** Returns true for a value within the bounds of its input field; others must be rejected by mutants too. */
export function isWithinBounds(site: EditableSite, value: Json): boolean {
  if (site.kind !== "input") return true;
  const { kind, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = site.field;
  const size = kind === "free" ? Buffer.byteLength(JSON.stringify(value)) : Number(value);
  return !["free", "number", "integer"].includes(kind) || (size >= minimum && size <= maximum);
}

/** Returns the listed values of a site; null if any is allowed. */
export function listedAt(site: EditableSite): readonly unknown[] | null {
  if (site.kind === "part") return null;
  return site.kind === "input" ? (site.field.values ?? null) : site.values;
}

/** Returns the format of the values at a site, such as `date-time`; null if there is none. */
export const formatAt = (site: EditableSite): string | null => ("format" in site ? site.format : null);
