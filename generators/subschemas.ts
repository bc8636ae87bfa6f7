import type { Schema } from "../spec/document/model.ts";
import type { Json } from "../spec/json.ts";
import { isObject } from "../spec/json.ts";

/** A subschema: JSON Schema allows `true` and `false` in place of a schema. */
export type AnySchema = Schema | boolean;

const SINGLE = ["items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else"] as const;
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
const MAPS = ["properties", "patternProperties"] as const;

/** Returns the value of a keyword that holds one subschema. */
export function subschema(schema: Schema, keyword: string): AnySchema | undefined {
  return asSchema(schema[keyword]);
}

/** Returns the subschemas of a keyword that holds a list of them; empty if it is absent. */
export function subschemaList(schema: Schema, keyword: string): AnySchema[] {
  const value = schema[keyword];
  if (!Array.isArray(value)) return [];
  return value.map(asSchema).filter((part) => part !== undefined);
}

/** Returns the subschemas of a keyword that maps names to them; empty if it is absent. */
export function subschemaMap(schema: Schema, keyword: string): [string, AnySchema][] {
  const value = schema[keyword];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const found = asSchema(part);
    return found === undefined ? [] : [[name, found] satisfies [string, AnySchema]];
  });
}

/** Returns a copy of a schema with `change` applied to every direct subschema. */
export function mapSubschemas(schema: Schema, change: (part: AnySchema) => AnySchema): Schema {
  const copy: Record<string, unknown> = { ...schema };
  for (const keyword of SINGLE) {
    const part = subschema(schema, keyword);
    if (part !== undefined) copy[keyword] = change(part);
  }
  for (const keyword of LISTS) {
    if (schema[keyword] !== undefined) copy[keyword] = subschemaList(schema, keyword).map(change);
  }
  for (const keyword of MAPS) {
    if (schema[keyword] === undefined) continue;
    copy[keyword] = Object.fromEntries(subschemaMap(schema, keyword).map(([name, part]) => [name, change(part)]));
  }
  return copy as Schema;
}

/** Returns the names in a keyword that lists strings, such as `required`. */
export function stringList(value: Json | readonly string[] | undefined): string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === "string") : [];
}

/** Returns the number of a keyword, or the fallback if it is absent. */
export function numberOr(schema: Schema, keyword: string, fallback: number): number {
  const value = schema[keyword];
  return typeof value === "number" ? value : fallback;
}

function asSchema(value: Json | readonly string[] | undefined): AnySchema | undefined {
  if (typeof value === "boolean") return value;
  return isObject(value) ? (value as Schema) : undefined;
}
