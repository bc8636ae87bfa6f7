import * as fc from "fast-check";
import type { Json, JsonObject } from "../../spec/json.ts";
import { boundedFilter } from "../bounded-filter.ts";
import type { Facet } from "../facet.ts";
import { allOfBoth } from "../intersect.ts";
import type { ValueContext } from "./context.ts";
import { matching } from "./pattern.ts";
import { plainText, text } from "./text.ts";

const MAX_MEMBERS = 4;

/** The rule for every name, in addition to `propertyNames`. */
const NAME = { type: "string", minLength: 1 } as const;

/**
 * Returns members that the schema does not name: free JSON under plain names, or values of `patternProperties` and
 * `additionalProperties`.
 */
export function freeMembers(facet: Facet, context: ValueContext): fc.Arbitrary<JsonObject> | undefined {
  const [pattern] = facet.patternProperties;
  const values = context.build(pattern?.[1] ?? facet.additionalProperties, facet);
  const names = namesOf(facet, context);
  if (values === undefined || names === undefined) return undefined;
  const least = Math.max(0, facet.minProperties - facet.required.length);
  const most = Math.max(least, Math.min(MAX_MEMBERS, facet.maxProperties));
  return fc.dictionary(names, values, { minKeys: least, maxKeys: most, noNullPrototype: true });
}

/** Returns names of no member of the schema, as `propertyNames` and the first of `patternProperties` require. */
function namesOf(facet: Facet, context: ValueContext): fc.Arbitrary<string> | undefined {
  const [pattern] = facet.patternProperties;
  const named =
    facet.propertyNames === true ? plainText(1, 12) : context.build(allOfBoth(facet.propertyNames, NAME), facet);
  const texts = named as fc.Arbitrary<string> | undefined;
  const fitting =
    pattern === undefined || texts === undefined
      ? texts
      : matching([texts], [pattern[0]], { minLength: 1, maxLength: Number.POSITIVE_INFINITY }, "names");
  const taken = new Set([...facet.forbidden, ...Object.keys(facet.properties)]);
  const isFree = (name: string): boolean => typeof name === "string" && !taken.has(name) && isOrdinary(name);
  return fitting === undefined ? undefined : boundedFilter(fitting, isFree, "names other than those of the schema");
}

/**
 * Returns false for names that JavaScript objects have by default, and for those that begin with a digit, which
 * JavaScript may reorder.
 */
function isOrdinary(name: string): boolean {
  return !(name in Object.prototype) && !/^\d/.test(name);
}

/**
 * Returns any JSON value, except those that JSON text cannot carry faithfully (minus zero, huge numbers, lone
 * surrogates).
 */
export function freeJson(context: ValueContext): fc.Arbitrary<Json> {
  const scalar = fc.oneof(
    text({ maxLength: 30, level: context.text }),
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => (value === 0 ? 0 : value)),
    fc.boolean(),
    fc.constant(null),
  );
  return fc.oneof(
    { arbitrary: scalar, weight: 4 },
    { arbitrary: fc.array(scalar, { maxLength: 3 }), weight: 1 },
    {
      arbitrary: fc.dictionary(plainText(1, 8).filter(isOrdinary), scalar, { maxKeys: 3, noNullPrototype: true }),
      weight: 1,
    },
  ) as fc.Arbitrary<Json>;
}
