import type { Schema } from "../spec/document/model.ts";
import type { Json } from "../spec/json.ts";
import type { Facet, TypeName } from "./facet.ts";
import { hasType } from "./facet.ts";
import { MAX_SENT_SIZE } from "./max-sent-size.ts";
import { objectWithinBytes } from "./values/bytes.ts";

/** One value to try at a place of a request, for one keyword. */
export interface BoundaryValue {
  readonly keyword: string;
  readonly description: string;
  /** Undefined if no such value can be created. */
  readonly value: Json | undefined;
}

/** The input for the values at the edges of a keyword. */
export interface BoundaryContext {
  readonly facet: Facet;
  /** The current value in a valid request. */
  readonly before: Json;
  /** One value of the place that matches a further schema. */
  readonly sample: (further: Schema) => Json | undefined;
}

/**
 * Returns the values at the edges of one keyword, in one facet: at a bound and just inside, each listed one, one that
 * conforms.
 */
export function boundaryValuesAt(keyword: string, context: BoundaryContext): BoundaryValue[] {
  return BOUNDARY_RULES[keyword]?.(keyword, context) ?? [];
}

type BoundaryRule = (keyword: string, context: BoundaryContext) => BoundaryValue[];

const BOUNDARY_RULES: Readonly<Record<string, BoundaryRule>> = {
  minimum: numberEdges,
  exclusiveMinimum: numberEdges,
  maximum: numberEdges,
  exclusiveMaximum: numberEdges,
  minLength: countEdges("string", "minLength", "maxLength"),
  maxLength: countEdges("string", "minLength", "maxLength"),
  minItems: countEdges("array", "minItems", "maxItems"),
  maxItems: countEdges("array", "minItems", "maxItems"),
  minProperties: countEdges("object", "minProperties", "maxProperties"),
  maxProperties: countEdges("object", "minProperties", "maxProperties"),
  enum: valueEdges,
  const: valueEdges,
  "x-max-bytes": byteEdges,
  type: typeEdges,
  format: exampleEdges,
  pattern: exampleEdges,
  multipleOf: exampleEdges,
  anyOf: branchEdges,
  oneOf: branchEdges,
};

/** The step between neighbours if there is no multiple and fractions are allowed. */
const STEP = 0.01;

/** Digits beyond which a sum of decimals is rounding. */
const DIGITS = 9;

function numberEdges(keyword: string, { facet, sample }: BoundaryContext): BoundaryValue[] {
  const isLow = keyword.toLowerCase().endsWith("minimum");
  const bound = isLow ? facet.minimum : facet.maximum;
  const isExcluded = isLow ? facet.minimumExcluded : facet.maximumExcluded;
  if (!Number.isFinite(bound)) return [];
  const step = (facet.multiplesOf[0] ?? (facet.type === "integer" ? 1 : STEP)) * (isLow ? 1 : -1);
  const at = (value: number, how: string): BoundaryValue => {
    const exact = Number(value.toFixed(DIGITS));
    return { keyword, description: `${keyword} ${bound}: ${how}`, value: sample({ minimum: exact, maximum: exact }) };
  };
  return isExcluded ? [at(bound + step, "next to it")] : [at(bound, "at it"), at(bound + step, "just inside")];
}

/** Returns the rule for lengths and counts, each sampled exactly. */
function countEdges(
  type: TypeName,
  least: "minLength" | "minItems" | "minProperties",
  most: "maxLength" | "maxItems" | "maxProperties",
): BoundaryRule {
  return (keyword, { facet, sample }) => {
    const isLow = keyword === least;
    const bound = facet[isLow ? least : most];
    if (facet.type !== type || bound > MAX_SENT_SIZE || facet.reference !== null) return [];
    const at = (count: number, how: string): BoundaryValue => ({
      keyword,
      description: `${keyword} ${bound}: ${how}`,
      value:
        (isLow && type === "string" ? zeros(count, sample) : undefined) ?? sample({ [least]: count, [most]: count }),
    });
    const isOnly = facet[least] === facet[most];
    return isOnly ? [at(bound, "at it")] : [at(bound, "at it"), at(bound + (isLow ? 1 : -1), "just inside")];
  };
}

/**
 * Returns the shortest allowed text of zeros, which careless code treats as empty or as a number; undefined if it is
 * not allowed.
 */
function zeros(count: number, sample: BoundaryContext["sample"]): Json | undefined {
  return count > 0 && count <= FEW_CHARACTERS ? sample({ enum: ["0".repeat(count)] }) : undefined;
}

/** Longer texts need no special value. */
const FEW_CHARACTERS = 4;

function valueEdges(keyword: string, { facet }: BoundaryContext): BoundaryValue[] {
  return (facet.values ?? []).map((value) => ({ keyword, description: `${keyword}: ${JSON.stringify(value)}`, value }));
}

function byteEdges(keyword: string, { facet }: BoundaryContext): BoundaryValue[] {
  if (facet.type !== "object" || facet.maxBytes > MAX_SENT_SIZE) return [];
  const description = `${keyword} ${facet.maxBytes}: as large as every measure of size allows`;
  return [{ keyword, description, value: objectWithinBytes(facet.maxBytes) }];
}

function typeEdges(keyword: string, context: BoundaryContext): BoundaryValue[] {
  const { type } = context.facet;
  if (type !== "boolean") return [{ keyword, description: `type ${type}`, value: conforming(context) }];
  return [true, false].map((value) => ({ keyword, description: `type boolean: ${value}`, value }));
}

function exampleEdges(keyword: string, context: BoundaryContext): BoundaryValue[] {
  return [{ keyword, description: `${keyword}: a value that conforms`, value: conforming(context) }];
}

/** One value of each branch: of its type, and for an object with the members that distinguish it from the others. */
function branchEdges(keyword: string, context: BoundaryContext): BoundaryValue[] {
  const { type, required, forbidden } = context.facet;
  const members = { type, required: [...required], "x-forbidden": [...forbidden] };
  const value = type === "object" ? context.sample(members) : conforming(context);
  const which = type === "object" ? `with ${required.join(", ") || "nothing"}` : `of type ${type}`;
  return [{ keyword, description: `${keyword}: the form ${which}`, value }];
}

/** Returns the current value if it has the facet's type, so that no further request is needed; otherwise a sample. */
function conforming({ facet, before, sample }: BoundaryContext): Json | undefined {
  return hasType(before, facet.type) ? before : sample({ type: facet.type });
}
