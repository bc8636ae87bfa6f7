import type { Schema } from "../spec/document/model.ts";
import type { Json } from "../spec/json.ts";
import { asObject } from "../spec/json.ts";
import type { TypeName } from "./facet.ts";
import { TYPES } from "./facet.ts";
import type { AnySchema } from "./subschemas.ts";
import { stringList, subschema, subschemaList, subschemaMap } from "./subschemas.ts";

/**
 * Returns a schema for exactly the values that the given one rejects. Keywords whose opposite can be expressed as
 * bounds become bounds; the others become `x-excluded` (a validator must rule those values out) and `x-forbidden`
 * (members that must be absent), two keywords that only the canonical form knows.
 */
export function negate(schema: AnySchema): AnySchema {
  if (typeof schema === "boolean") return !schema;
  const ways = Object.keys(schema).flatMap((keyword) => opposites(keyword, schema));
  return ways.length === 1 && ways[0] !== undefined ? ways[0] : anyOf(ways);
}

/** Returns the schemas that break one keyword of a schema. */
function opposites(keyword: string, schema: Schema): AnySchema[] {
  const rule = OPPOSITES[keyword];
  if (rule !== undefined) return rule(schema, keyword);
  return ANNOTATIONS.has(keyword) || keyword.startsWith("x-")
    ? []
    : [excluding({ [keyword]: schema[keyword] } as Schema)];
}

/** Keywords that reject nothing by themselves. */
const ANNOTATIONS = new Set(
  "title description default examples example deprecated readOnly writeOnly $comment then else minContains maxContains".split(
    " ",
  ),
);

const OPPOSITES: Readonly<Record<string, (schema: Schema, keyword: string) => AnySchema[]>> = {
  type: (schema) => otherTypes(schema),
  enum: (schema) => [{ "x-excluded": valuesOf(schema.enum).map((value) => ({ const: value })) }],
  const: (schema) => [{ "x-excluded": [{ const: schema.const as Json }] }],
  minimum: (schema) => [ofType("number", { exclusiveMaximum: schema.minimum as Json })],
  maximum: (schema) => [ofType("number", { exclusiveMinimum: schema.maximum as Json })],
  exclusiveMinimum: (schema) => [ofType("number", { maximum: schema.exclusiveMinimum as Json })],
  exclusiveMaximum: (schema) => [ofType("number", { minimum: schema.exclusiveMaximum as Json })],
  minLength: (schema) => below("string", "maxLength", schema.minLength),
  maxLength: (schema) => above("string", "minLength", schema.maxLength),
  minItems: (schema) => below("array", "maxItems", schema.minItems),
  maxItems: (schema) => above("array", "minItems", schema.maxItems),
  minProperties: (schema) => below("object", "maxProperties", schema.minProperties),
  maxProperties: (schema) => above("object", "minProperties", schema.maxProperties),
  required: (schema) => stringList(schema.required).map((name) => ofType("object", { "x-forbidden": [name] })),
  "x-forbidden": (schema) => stringList(schema["x-forbidden"]).map((name) => ofType("object", { required: [name] })),
  properties: (schema) =>
    subschemaMap(schema, "properties")
      .filter(([, part]) => part !== true)
      .map(([name, part]) => ({ type: "object", required: [name], properties: { [name]: negate(part) } }) as Schema),
  allOf: (schema) => subschemaList(schema, "allOf").map(negate),
  anyOf: (schema) => [{ allOf: subschemaList(schema, "anyOf").map(negate) } as Schema],
  dependentRequired: (schema) =>
    Object.entries(asObject(schema.dependentRequired)).flatMap(([name, others]) =>
      stringList(others as Json).map((other) => ofType("object", { required: [name], "x-forbidden": [other] })),
    ),
  not: (schema) => [subschema(schema, "not") ?? true],
};

function otherTypes(schema: Schema): AnySchema[] {
  const named = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const rest = TYPES.filter((type) => !named.includes(type) && type !== "integer" && type !== "number");
  if (named.includes("number")) return [{ type: rest }];
  if (!named.includes("integer")) return [{ type: [...rest, "number"] }];
  return [{ type: rest }, { type: "number", "x-excluded": [{ type: "integer" }] }];
}

function below(type: TypeName, keyword: string, bound: unknown): AnySchema[] {
  return typeof bound === "number" && bound > 0 ? [ofType(type, { [keyword]: Math.ceil(bound) - 1 })] : [];
}

function above(type: TypeName, keyword: string, bound: unknown): AnySchema[] {
  return typeof bound === "number" ? [ofType(type, { [keyword]: Math.floor(bound) + 1 })] : [];
}

function ofType(type: TypeName, rest: Schema): Schema {
  return { type, ...rest };
}

function excluding(schema: Schema): Schema {
  return { "x-excluded": [schema] } as Schema;
}

function anyOf(ways: readonly AnySchema[]): AnySchema {
  return ways.length === 0 ? false : ({ anyOf: [...ways] } as Schema);
}

function valuesOf(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}
