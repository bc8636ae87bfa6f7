import type { Catalogue } from "../../../spec/catalogue/requirements.ts";
import { constraintsOf } from "../../../spec/document/constraints.ts";
import type { ApiDocument } from "../../../spec/document/model.ts";
import { type Field, type Fields, texts } from "../../http/fields.ts";
import type { Operation } from "../../http/operation.ts";
import { OPERATIONS } from "../../operations.ts";
import type { ConstraintSite, InputSite } from "../model.ts";
import { INPUT_CLAIMS } from "./input-claims.ts";

/** Every input field of every operation, as the fake reads them. */
export function inputSites(): InputSite[] {
  return OPERATIONS.flatMap((one) => {
    const { id: operation } = one;
    const place = one.method === "GET" ? "query" : "body";
    return placesOf(one).map(([role, field, within]): InputSite => {
      const id = `${operation}${place === "query" ? "?" : "#"}${role}`;
      return {
        kind: "input",
        id,
        operation,
        role,
        name: field.name ?? role,
        place,
        within,
        field,
        heeded: INPUT_CLAIMS[id] ?? null,
      };
    });
  });
}

/** Returns the fields of an operation; those of groups by their path: `filters/min_confidence`. */
function placesOf({ id, fields }: Operation): (readonly [role: string, field: Field, within: string | null])[] {
  return Object.entries(fields).flatMap(([role, field]): (readonly [string, Field, string | null])[] => {
    const inside = { ...field.fields, ...INSIDE[`${id}#${role}`] };
    const members = Object.entries(inside).map(
      ([name, one]) => [`${role}/${name}`, { name, ...one }, field.name ?? role] as const,
    );
    return [[role, field, null], ...members];
  });
}

/** Members of free JSON that mean something. */
const INSIDE: Readonly<Record<string, Fields>> = { "remember#metadata": { tags: texts() } };

/** Keywords that the fake's input fields can be made to forget. */
const KEYWORDS = new Set([
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "enum",
  "x-max-bytes",
  "type",
  "required",
  "pattern",
]);

const TEXTS: ReadonlySet<string> = new Set(["text", "texts", "instant"]);

/** Returns the field that a constraint is on, where `[]` is its items; for a required member that member. */
function placeOf(address: string, keyword: string): string {
  const place = address.endsWith(`.${keyword}`) ? address.slice(0, -keyword.length - 1) : address;
  return place.replace(".required.", ".").replace(/\[\](\.id)?$/, "");
}

/** Every constraint of the document on one input field, but those that the contract leaves open. */
export function constraintSites(document: ApiDocument, catalogue: Catalogue): ConstraintSite[] {
  const inputs = new Map(inputSites().map((site) => [`${site.operation}.${site.place}.${site.role}`, site]));
  return constraintsOf(document).flatMap((constraint): ConstraintSite[] => {
    const { address, keyword, value, open } = constraint;
    const input = inputs.get(placeOf(address, keyword));
    if (open !== null || constraint.side !== "request" || !KEYWORDS.has(keyword) || input === undefined) return [];
    const { operation, role, field, place } = input;
    // In a query everything is text.
    if (keyword === "type" && place === "query" && TEXTS.has(field.kind)) return [];
    const claim = catalogue.requirementFor(address).id;
    return [{ kind: "constraint", id: address, operation, role, keyword, value, field, claim }];
  });
}
