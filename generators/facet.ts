import type { ReferenceKind } from "../spec/family.ts";
import type { Json } from "../spec/json.ts";
import { isObject } from "../spec/json.ts";
import type { AnySchema } from "./subschemas.ts";

/** The types of JSON Schema, disjoint; `integer` is the whole numbers of `number`. */
export const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

/** One of {@link TYPES}. */
export type TypeName = (typeof TYPES)[number];

/** The number of array items that must match a schema. */
export interface Contains {
  readonly schema: AnySchema;
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * One conjunction of constraints on values of one type: a schema after references are followed, `allOf` is merged and
 * one branch of each choice is selected. A schema is the union of its facets.
 */
export interface Facet {
  readonly type: TypeName;
  /** The only values allowed; null if they are not listed. */
  readonly values: readonly Json[] | null;
  readonly minimum: number;
  readonly maximum: number;
  readonly minimumExcluded: boolean;
  readonly maximumExcluded: boolean;
  readonly multiplesOf: readonly number[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly reference: ReferenceKind | null;
  readonly minItems: number;
  readonly maxItems: number;
  readonly uniqueItems: boolean;
  readonly prefixItems: readonly AnySchema[];
  readonly items: AnySchema;
  readonly contains: readonly Contains[];
  readonly properties: Readonly<Record<string, AnySchema>>;
  readonly patternProperties: readonly (readonly [string, AnySchema])[];
  readonly additionalProperties: AnySchema;
  readonly propertyNames: AnySchema;
  readonly required: readonly string[];
  readonly forbidden: readonly string[];
  readonly minProperties: number;
  readonly maxProperties: number;
  readonly maxBytes: number;
  /** Schemas that the value must not match and that could not be folded into the other members. */
  readonly excluded: readonly AnySchema[];
  /** Names of the components on the path to here, to bound recursion. */
  readonly trail: readonly string[];
}

/** Returns the facet of a type without any constraint. */
export function freeFacet(type: TypeName): Facet {
  return {
    type,
    values: null,
    minimum: Number.NEGATIVE_INFINITY,
    maximum: Number.POSITIVE_INFINITY,
    minimumExcluded: false,
    maximumExcluded: false,
    multiplesOf: [],
    minLength: 0,
    maxLength: Number.POSITIVE_INFINITY,
    patterns: [],
    formats: [],
    reference: null,
    minItems: 0,
    maxItems: Number.POSITIVE_INFINITY,
    uniqueItems: false,
    prefixItems: [],
    items: true,
    contains: [],
    properties: {},
    patternProperties: [],
    additionalProperties: true,
    propertyNames: true,
    required: [],
    forbidden: [],
    minProperties: 0,
    maxProperties: Number.POSITIVE_INFINITY,
    maxBytes: Number.POSITIVE_INFINITY,
    excluded: [],
    trail: [],
  };
}

/** Returns the type of a JSON value; whole numbers are `integer`. */
export function typeOf(value: Json): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isObject(value)) return "object";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "boolean" ? "boolean" : "string";
}

/** Returns true if a value is of a facet's type; a whole number is a `number` too. */
export function hasType(value: Json, type: TypeName): boolean {
  const actual = typeOf(value);
  return actual === type || (type === "number" && actual === "integer");
}

/** Returns the facet with bounds of whole numbers folded: each bound moves inward to the next allowed number. */
export function foldNumbers(facet: Facet): Facet {
  if (facet.type !== "integer") return facet;
  const step = facet.multiplesOf.every(Number.isInteger) ? facet.multiplesOf.reduce(leastCommonMultiple, 1) : 1;
  const low = facet.minimumExcluded ? Math.floor(facet.minimum) + 1 : Math.ceil(facet.minimum);
  const high = facet.maximumExcluded ? Math.ceil(facet.maximum) - 1 : Math.floor(facet.maximum);
  return {
    ...facet,
    minimum: Number.isFinite(low) ? Math.ceil(low / step) * step : low,
    maximum: Number.isFinite(high) ? Math.floor(high / step) * step : high,
    minimumExcluded: false,
    maximumExcluded: false,
    multiplesOf: facet.multiplesOf.every(Number.isInteger) ? (step === 1 ? [] : [step]) : facet.multiplesOf,
  };
}

function leastCommonMultiple(a: number, b: number): number {
  return Math.abs(a * b) / greatestCommonDivisor(a, b);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : greatestCommonDivisor(b, a % b);
}
