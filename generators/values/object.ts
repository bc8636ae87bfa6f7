import * as fc from "fast-check";
import type { Json, JsonObject } from "../../spec/json.ts";
import { boundedFilter } from "../bounded-filter.ts";
import type { Facet } from "../facet.ts";
import { memberSchema } from "../intersect.ts";
import { generousBytes } from "./bytes.ts";
import type { ValueContext } from "./context.ts";
import { freeMembers } from "./free.ts";

/**
 * Returns objects of a facet: required members always, optional ones by the context's presence, and unnamed ones only
 * if the schema names no member.
 */
export function object(facet: Facet, context: ValueContext): fc.Arbitrary<JsonObject> | undefined {
  const members = membersOf(facet, context);
  if (members === undefined) return undefined;
  const named = record(members, requiredOf(facet, members, context));
  const whole = withExtras(named, facet, context, Object.keys(members).length);
  return whole === undefined ? undefined : bounded(whole, facet);
}

/** Returns the possible members, each with its values; undefined if a required one is impossible. */
function membersOf(facet: Facet, context: ValueContext): Record<string, fc.Arbitrary<Json>> | undefined {
  const optional = isBare(facet, context) ? [] : Object.keys(facet.properties);
  const names = [...new Set([...optional, ...facet.required])];
  const members: Record<string, fc.Arbitrary<Json>> = {};
  for (const name of names) {
    if (facet.forbidden.includes(name)) continue;
    const values = context.build(memberSchema(facet, name), facet);
    if (values !== undefined) members[name] = values;
    else if (facet.required.includes(name)) return undefined;
  }
  return members;
}

function requiredOf(facet: Facet, members: Record<string, unknown>, context: ValueContext): string[] {
  return context.presence === "all"
    ? Object.keys(members)
    : facet.required.filter((name) => Object.hasOwn(members, name));
}

function record(members: Record<string, fc.Arbitrary<Json>>, required: readonly string[]): fc.Arbitrary<JsonObject> {
  return fc.record(members, { requiredKeys: [...required], noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
}

function withExtras(
  named: fc.Arbitrary<JsonObject>,
  facet: Facet,
  context: ValueContext,
  count: number,
): fc.Arbitrary<JsonObject> | undefined {
  if (isBare(facet, context)) return named;
  const isFree = Object.keys(facet.properties).length === 0 || facet.minProperties > count || describesOthers(facet);
  if (!isFree) return named;
  const extras = freeMembers(facet, context);
  if (extras === undefined) return facet.minProperties > count ? undefined : named;
  return fc.tuple(named, extras).map(([own, more]) => ({ ...more, ...own }));
}

/** Returns true if the schema describes the members that it does not name. */
function describesOthers({ additionalProperties, patternProperties }: Facet): boolean {
  return patternProperties.length > 0 || typeof additionalProperties === "object";
}

/** Returns true if only the required members are wanted, and they suffice. */
function isBare(facet: Facet, { presence }: ValueContext): boolean {
  return presence === "none" && facet.minProperties <= facet.required.length;
}

function bounded(values: fc.Arbitrary<JsonObject>, facet: Facet): fc.Arbitrary<JsonObject> {
  const fits = (value: JsonObject): boolean => {
    const count = Object.keys(value).length;
    return count >= facet.minProperties && count <= facet.maxProperties && generousBytes(value) <= facet.maxBytes;
  };
  const isBounded = facet.minProperties > 0 || Number.isFinite(facet.maxProperties) || Number.isFinite(facet.maxBytes);
  return isBounded ? boundedFilter(values, fits, "an object within its bounds") : values;
}
