import * as fc from "fast-check";
import { canonicalJson } from "../../spec/document/canonical-json.ts";
import type { Json } from "../../spec/json.ts";
import { boundedFilter } from "../bounded-filter.ts";
import type { Resolve } from "../canonical.ts";
import { canonical } from "../canonical.ts";
import type { Facet, TypeName } from "../facet.ts";
import { parseToken } from "../references.ts";
import type { AnySchema } from "../subschemas.ts";
import { array } from "./array.ts";
import type { FacetArbitrary, ValueContext } from "./context.ts";
import { freeJson } from "./free.ts";
import { integer } from "./integer.ts";
import { number } from "./number.ts";
import { object } from "./object.ts";
import { string } from "./string.ts";

const BY_TYPE: Readonly<Record<TypeName, FacetArbitrary>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer,
  number,
  string,
  array,
  object,
};

/** The choices of the caller of {@link valuesOf}; the rest of the context is created here. */
export type ValueOptions = Pick<ValueContext, "presence" | "text" | "available">;

/** Makes identifiers of every kind available. */
export const ALL_KINDS = (): boolean => true;

/**
 * Returns values of a schema; undefined if nothing can match it. They match the canonical form: a validator must
 * afterwards rule out what a facet lists in `excluded`, and sizes inside `oneOf`.
 */
export function valuesOf(schema: AnySchema, resolve: Resolve, options: ValueOptions): fc.Arbitrary<Json> | undefined {
  const context = contextFor(resolve, options);
  return isFree(schema) ? freeJson(context) : ofFacets(canonical(schema, resolve), context);
}

function contextFor(resolve: Resolve, options: ValueOptions): ValueContext {
  const members = membersFor(resolve, options);
  const context: ValueContext = {
    ...options,
    build: (part, parent) =>
      isFree(part)
        ? freeJson(context)
        : members(part, parent, () => ofFacets(canonical(part, resolve, parent.trail), context)),
    varied: () => contextFor(resolve, { ...options, presence: "random" }),
  };
  return context;
}

type Values = fc.Arbitrary<Json> | undefined;

/** The values of a subschema, cached by the subschema and the options. */
const known = new WeakMap<Resolve, WeakMap<object, Map<string, Values>>>();

/**
 * Creates the values of a subschema once, if identifiers of all kinds are available: random requests of an operation
 * share most of their members.
 */
function membersFor(resolve: Resolve, { presence, text, available }: ValueOptions) {
  return (part: AnySchema, { trail }: Facet, make: () => Values): Values => {
    if (typeof part === "boolean" || available !== ALL_KINDS) return make();
    const bySchema = known.get(resolve) ?? new WeakMap<object, Map<string, Values>>();
    known.set(resolve, bySchema);
    const byUse = bySchema.get(part) ?? new Map<string, Values>();
    bySchema.set(part, byUse);
    const use = `${presence} ${text} ${trail.join()}`;
    if (!byUse.has(use)) byUse.set(use, make());
    return byUse.get(use);
  };
}

function ofFacets(facets: readonly Facet[], context: ValueContext): fc.Arbitrary<Json> | undefined {
  const possible = facets.flatMap((facet) => {
    const values = ofFacet(facet, context);
    return values === undefined ? [] : [{ values, size: sizeFor(facet, context) }];
  });
  const best = Math.min(...possible.map(({ size }) => size));
  const wanted = possible.filter(({ size }) => size === best).map(({ values }) => values);
  if (wanted.length === 0) return undefined;
  return wanted.length === 1 ? wanted[0] : fc.oneof(...wanted);
}

/**
 * Returns the sort key of a facet: if as few or as many members as possible are wanted, the facets that allow it come
 * first.
 */
function sizeFor(facet: Facet, { presence }: ValueContext): number {
  if (facet.type !== "object" || presence === "random") return 0;
  if (presence === "none") return facet.required.length;
  return -Object.keys(facet.properties).filter((name) => !facet.forbidden.includes(name)).length;
}

function ofFacet(facet: Facet, context: ValueContext): fc.Arbitrary<Json> | undefined {
  if (facet.reference !== null && facet.values === null) return BY_TYPE.string(facet, context);
  const banned = new Set(facet.excluded.flatMap(bannedValue));
  const isAllowed = (value: Json): boolean => !banned.has(canonicalJson(value));
  if (facet.values !== null) {
    const values = facet.values.filter(isAllowed);
    return values.length === 0 ? undefined : fc.constantFrom(...values);
  }
  const values = BY_TYPE[facet.type](facet, context);
  if (banned.size === 0 || values === undefined) return values;
  return boundedFilter(
    values,
    (value) => parseToken(value) !== undefined || isAllowed(value),
    "values other than those excluded",
  );
}

function bannedValue(schema: AnySchema): string[] {
  if (typeof schema === "boolean" || schema.const === undefined) return [];
  return [canonicalJson(schema.const as Json)];
}

function isFree(schema: AnySchema): boolean {
  return schema === true || (typeof schema === "object" && Object.keys(schema).every((keyword) => FREE.has(keyword)));
}

const FREE = new Set(["title", "description", "examples", "example", "deprecated", "x-open"]);
