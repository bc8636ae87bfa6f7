import { canonicalJson } from "../spec/document/canonical-json.ts";
import type { Json } from "../spec/json.ts";
import type { Facet, TypeName } from "./facet.ts";
import { foldNumbers, hasType } from "./facet.ts";
import type { AnySchema } from "./subschemas.ts";

/** Returns the values that both facets allow; undefined if there is none. */
export function intersect(a: Facet, b: Facet): Facet | undefined {
  const type = commonType(a.type, b.type);
  if (type === undefined || (a.reference !== null && b.reference !== null && a.reference !== b.reference)) {
    return undefined;
  }
  return normalizeFacet({
    type,
    values: commonValues(a.values, b.values),
    ...tighterNumbers(a, b),
    minLength: Math.max(a.minLength, b.minLength),
    maxLength: Math.min(a.maxLength, b.maxLength),
    patterns: unique([...a.patterns, ...b.patterns]),
    formats: unique([...a.formats, ...b.formats]),
    reference: a.reference ?? b.reference,
    ...tighterArrays(a, b),
    ...tighterObjects(a, b),
    maxBytes: Math.min(a.maxBytes, b.maxBytes),
    excluded: unique([...a.excluded, ...b.excluded]),
    trail: joinedTrail(a.trail, b.trail),
  });
}

/** Returns the facet with its bounds folded; undefined if they leave no value. */
export function normalizeFacet(facet: Facet): Facet | undefined {
  const folded = foldNumbers(facet);
  const values = folded.values?.filter((value) => hasType(value, folded.type)) ?? null;
  const required = unique(folded.required);
  const empty =
    values?.length === 0 ||
    folded.minimum > folded.maximum ||
    (folded.minimum === folded.maximum && (folded.minimumExcluded || folded.maximumExcluded)) ||
    folded.minLength > folded.maxLength ||
    folded.minItems > folded.maxItems ||
    Math.max(folded.minProperties, required.length) > folded.maxProperties ||
    required.some((name) => folded.forbidden.includes(name));
  return empty ? undefined : { ...folded, values, required };
}

/** Returns a schema that requires both; trivial parts are left out. */
export function allOfBoth(a: AnySchema, b: AnySchema): AnySchema {
  if (a === false || b === false) return false;
  if (a === true || a === b) return b;
  if (b === true) return a;
  return { allOf: [a, b] } as AnySchema;
}

function commonType(a: TypeName, b: TypeName): TypeName | undefined {
  if (a === b) return a;
  if ((a === "integer" && b === "number") || (a === "number" && b === "integer")) return "integer";
  return undefined;
}

function commonValues(a: readonly Json[] | null, b: readonly Json[] | null): readonly Json[] | null {
  if (a === null || b === null) return a ?? b;
  const known = new Set(b.map(canonicalJson));
  return a.filter((value) => known.has(canonicalJson(value)));
}

function tighterNumbers(a: Facet, b: Facet) {
  const low = a.minimum > b.minimum ? a : b;
  const high = a.maximum < b.maximum ? a : b;
  return {
    minimum: low.minimum,
    minimumExcluded: a.minimum === b.minimum ? a.minimumExcluded || b.minimumExcluded : low.minimumExcluded,
    maximum: high.maximum,
    maximumExcluded: a.maximum === b.maximum ? a.maximumExcluded || b.maximumExcluded : high.maximumExcluded,
    multiplesOf: unique([...a.multiplesOf, ...b.multiplesOf]),
  };
}

function tighterArrays(a: Facet, b: Facet) {
  const length = Math.max(a.prefixItems.length, b.prefixItems.length);
  const prefixItems = Array.from({ length }, (_, index) =>
    allOfBoth(a.prefixItems[index] ?? a.items, b.prefixItems[index] ?? b.items),
  );
  return {
    minItems: Math.max(a.minItems, b.minItems),
    maxItems: Math.min(a.maxItems, b.maxItems),
    uniqueItems: a.uniqueItems || b.uniqueItems,
    prefixItems,
    items: allOfBoth(a.items, b.items),
    contains: [...a.contains, ...b.contains],
  };
}

function tighterObjects(a: Facet, b: Facet) {
  const names = unique([...Object.keys(a.properties), ...Object.keys(b.properties)]);
  return {
    properties: Object.fromEntries(
      names.map((name) => [name, allOfBoth(memberSchema(a, name), memberSchema(b, name))]),
    ),
    patternProperties: [...a.patternProperties, ...b.patternProperties],
    additionalProperties: allOfBoth(a.additionalProperties, b.additionalProperties),
    propertyNames: allOfBoth(a.propertyNames, b.propertyNames),
    required: unique([...a.required, ...b.required]),
    forbidden: unique([...a.forbidden, ...b.forbidden]),
    minProperties: Math.max(a.minProperties, b.minProperties),
    maxProperties: Math.min(a.maxProperties, b.maxProperties),
  };
}

/**
 * Returns the schema of one member of a facet: its own and those of matching patterns, else the one for all others.
 */
export function memberSchema(facet: Facet, name: string): AnySchema {
  const own = Object.hasOwn(facet.properties, name) ? facet.properties[name] : undefined;
  const matching = facet.patternProperties.filter(([pattern]) => new RegExp(pattern, "u").test(name));
  if (own === undefined && matching.length === 0) return facet.additionalProperties;
  return matching.reduce<AnySchema>((all, [, part]) => allOfBoth(all, part), own ?? true);
}

/** Both trails after their common beginning: a component counts as often as it was passed through. */
function joinedTrail(a: readonly string[], b: readonly string[]): readonly string[] {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared += 1;
  return [...a, ...b.slice(shared)];
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
