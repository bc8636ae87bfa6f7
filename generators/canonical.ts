import type { Schema } from "../spec/document/model.ts";
import type { ReferenceKind } from "../spec/family.ts";
import { REFERENCE_KINDS } from "../spec/family.ts";
import type { Json } from "../spec/json.ts";
import { isObject } from "../spec/json.ts";
import type { Contains, Facet, TypeName } from "./facet.ts";
import { freeFacet, hasType, TYPES, typeOf } from "./facet.ts";
import { intersect, normalizeFacet } from "./intersect.ts";
import { negate } from "./negate.ts";
import type { AnySchema } from "./subschemas.ts";
import { numberOr, stringList, subschema, subschemaList, subschemaMap } from "./subschemas.ts";

/** Returns the schema that a `$ref` names; undefined if there is none. */
export type Resolve = (ref: string) => AnySchema | undefined;

/** The facets of a part of a schema, at the same place. */
type Expand = (part: AnySchema) => Facet[];

/** The number of repeated steps into a component after which generation stops descending. */
const RECURSION_LIMIT = 2;

/** The most facets of one schema. Choices multiply; further combinations are left out. */
const FACET_LIMIT = 400;

/**
 * Returns the canonical form of a schema: the union of its facets. References are followed, `allOf` is merged, every
 * branch of `anyOf`, `oneOf`, `if` and `dependentRequired` becomes separate facets, and facets without a value are
 * dropped. An empty list means that nothing can match. A validator must rule out what a facet lists in `excluded`.
 */
export function canonical(schema: AnySchema, resolve: Resolve, trail: readonly string[] = []): Facet[] {
  return within(TYPES, schema, resolve, trail);
}

const known = new WeakMap<Resolve, WeakMap<object, Map<string, Facet[]>>>();

/** Returns the facets of some types, cached, since many requests are drawn from few schemas. */
function within(types: readonly TypeName[], schema: AnySchema, resolve: Resolve, trail: readonly string[]): Facet[] {
  if (typeof schema === "boolean") return expanded(types, schema, resolve, trail);
  const bySchema = known.get(resolve) ?? new WeakMap<object, Map<string, Facet[]>>();
  known.set(resolve, bySchema);
  const byUse = bySchema.get(schema) ?? new Map<string, Facet[]>();
  bySchema.set(schema, byUse);
  const use = `${types.join()} ${trail.join()}`;
  const facets = byUse.get(use) ?? expanded(types, schema, resolve, trail);
  byUse.set(use, facets);
  return facets;
}

/** Expands a schema only for the types that its `type` allows. */
function expanded(types: readonly TypeName[], schema: AnySchema, resolve: Resolve, trail: readonly string[]): Facet[] {
  if (schema === false) return [];
  const possible = typesOf(schema).filter((type) => types.some((other) => areCompatible(type, other)));
  const own = possible.flatMap((type) => present(normalizeFacet(ownFacet(type, schema, trail))));
  if (schema === true || own.length === 0) return own;
  return choicesOf(schema, (part) => within(possible, part, resolve, trail), resolve, trail).reduce(crossed, own);
}

function areCompatible(a: TypeName, b: TypeName): boolean {
  return a === b || (isNumeric(a) && isNumeric(b));
}

function isNumeric(type: TypeName): boolean {
  return type === "integer" || type === "number";
}

/** Returns the facets that are in both unions. */
function crossed(left: readonly Facet[], right: readonly Facet[]): Facet[] {
  const common: Facet[] = [];
  for (const a of left) {
    for (const b of right) common.push(...present(intersect(a, b)));
    if (common.length >= FACET_LIMIT) break;
  }
  return common;
}

/** Each keyword that combines schemas, as the union of facets that it allows. */
function choicesOf(schema: Schema, expand: Expand, resolve: Resolve, trail: readonly string[]): Facet[][] {
  const choices: Facet[][] = subschemaList(schema, "allOf").map(expand);
  if (typeof schema.$ref === "string") choices.push(followed(schema.$ref, resolve, trail));
  if (schema.anyOf !== undefined) choices.push(subschemaList(schema, "anyOf").flatMap(expand));
  if (schema.oneOf !== undefined) choices.push(exactlyOne(subschemaList(schema, "oneOf"), expand));
  const not = subschema(schema, "not");
  if (not !== undefined) choices.push(expand(negate(not)));
  const test = subschema(schema, "if");
  if (test !== undefined) choices.push(conditional(test, schema, expand));
  choices.push(...dependencies(schema).map((choice) => choice.flatMap(expand)));
  return choices;
}

function followed(ref: string, resolve: Resolve, trail: readonly string[]): Facet[] {
  const steps = [...trail, ref];
  if (steps.length - new Set(steps).size > RECURSION_LIMIT) return [];
  const target = resolve(ref);
  return target === undefined ? [] : canonical(target, resolve, steps);
}

function exactlyOne(branches: readonly AnySchema[], expand: Expand): Facet[] {
  return branches.flatMap((branch, chosen) =>
    branches
      .filter((_, index) => index !== chosen)
      .map((other) => expand(negate(other)))
      .reduce(crossed, expand(branch)),
  );
}

function conditional(test: AnySchema, schema: Schema, expand: Expand): Facet[] {
  const met = crossed(expand(test), expand(subschema(schema, "then") ?? true));
  const unmet = crossed(expand(negate(test)), expand(subschema(schema, "else") ?? true));
  return [...met, ...unmet];
}

/**
 * Returns each entry of `dependentRequired` as two schemas: without the member, or with the members that it requires.
 */
function dependencies(schema: Schema): AnySchema[][] {
  const entries = isObject(schema.dependentRequired) ? Object.entries(schema.dependentRequired) : [];
  return entries.map(([name, others]) => choice(name, { required: [name, ...stringList(others)] }));
}

function choice(name: string, brought: Schema): AnySchema[] {
  return [negate({ required: [name] }), { type: "object", ...brought }];
}

function typesOf(schema: AnySchema): TypeName[] {
  const listed = typeof schema === "boolean" ? undefined : schema.type;
  if (listed === undefined) return TYPES.filter((type) => type !== "integer");
  const names = typeof listed === "string" ? [listed] : listed;
  return TYPES.filter((type) => names.includes(type) && !(type === "integer" && names.includes("number")));
}

function ownFacet(type: TypeName, schema: AnySchema, trail: readonly string[]): Facet {
  const free: Facet = { ...freeFacet(type), trail };
  if (typeof schema === "boolean") return free;
  const values = allowedValues(schema);
  const common: Facet = {
    ...free,
    values: values?.filter((value) => hasType(value, type)) ?? null,
    maxBytes: numberOr(schema, "x-max-bytes", free.maxBytes),
    excluded: excludedValues(schema, type),
  };
  if (type === "integer" || type === "number") return { ...common, ...numberBounds(schema) };
  if (type === "string") return { ...common, ...textBounds(schema, free) };
  if (type === "array") return { ...common, ...arrayBounds(schema, free) };
  if (type === "object") return { ...common, ...objectBounds(schema, free) };
  return common;
}

function allowedValues(schema: Schema): Json[] | null {
  const listed = Array.isArray(schema.enum) ? (schema.enum as Json[]) : null;
  if (schema.const === undefined) return listed;
  const only = schema.const as Json;
  return listed === null || listed.includes(only) ? [only] : [];
}

/** Returns the schemas under `x-excluded`, which only {@link negate} writes: a validator must rule them out. */
function excludedValues(schema: Schema, type: TypeName): AnySchema[] {
  return subschemaList(schema, "x-excluded").filter((part) => {
    if (typeof part === "boolean" || part.const === undefined) return true;
    return hasType(part.const as Json, type) || typeOf(part.const as Json) === type;
  });
}

function numberBounds(schema: Schema) {
  const minimum = numberOr(schema, "minimum", Number.NEGATIVE_INFINITY);
  const above = numberOr(schema, "exclusiveMinimum", Number.NEGATIVE_INFINITY);
  const maximum = numberOr(schema, "maximum", Number.POSITIVE_INFINITY);
  const below = numberOr(schema, "exclusiveMaximum", Number.POSITIVE_INFINITY);
  const multiple = schema.multipleOf;
  return {
    minimum: Math.max(minimum, above),
    minimumExcluded: Number.isFinite(above) && above >= minimum,
    maximum: Math.min(maximum, below),
    maximumExcluded: Number.isFinite(below) && below <= maximum,
    multiplesOf: typeof multiple === "number" ? [multiple] : [],
  };
}

function textBounds(schema: Schema, free: Facet) {
  const kind = REFERENCE_KINDS.find((known): known is ReferenceKind => known === schema["x-reference"]) ?? null;
  return {
    minLength: numberOr(schema, "minLength", free.minLength),
    maxLength: numberOr(schema, "maxLength", free.maxLength),
    patterns: typeof schema.pattern === "string" ? [schema.pattern] : [],
    formats: typeof schema.format === "string" ? [schema.format] : [],
    reference: kind,
  };
}

function arrayBounds(schema: Schema, free: Facet) {
  const part = subschema(schema, "contains");
  const contains: Contains[] =
    part === undefined
      ? []
      : [
          {
            schema: part,
            minimum: numberOr(schema, "minContains", 1),
            maximum: numberOr(schema, "maxContains", Number.POSITIVE_INFINITY),
          },
        ];
  return {
    minItems: numberOr(schema, "minItems", free.minItems),
    maxItems: numberOr(schema, "maxItems", free.maxItems),
    uniqueItems: schema.uniqueItems === true,
    prefixItems: subschemaList(schema, "prefixItems"),
    items: subschema(schema, "items") ?? true,
    contains,
  };
}

function objectBounds(schema: Schema, free: Facet) {
  return {
    properties: Object.fromEntries(subschemaMap(schema, "properties")),
    patternProperties: subschemaMap(schema, "patternProperties"),
    additionalProperties: subschema(schema, "additionalProperties") ?? true,
    propertyNames: subschema(schema, "propertyNames") ?? true,
    required: stringList(schema.required),
    forbidden: stringList(schema["x-forbidden"]),
    minProperties: numberOr(schema, "minProperties", free.minProperties),
    maxProperties: numberOr(schema, "maxProperties", free.maxProperties),
  };
}

function present<Item>(item: Item | undefined): Item[] {
  return item === undefined ? [] : [item];
}
