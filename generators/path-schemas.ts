import type { Schema } from "../spec/document/model.ts";
import type { Json } from "../spec/json.ts";
import type { Resolve } from "./canonical.ts";
import type { AnySchema } from "./subschemas.ts";
import { subschemaList, subschemaMap } from "./subschemas.ts";

/** Returns a schema that requires a value at the path; indexes step into arrays. */
export function requiringPath(path: readonly string[]): Schema {
  const [step, ...rest] = path;
  if (step === undefined) return {};
  const inner = requiringPath(rest);
  if (/^\d+$/.test(step)) return { minItems: Number(step) + 1, items: inner as never };
  return { required: [step], properties: { [step]: inner as never } };
}

/** Returns the schema with the member at the path fixed to one value, whatever the schema states about that member. */
export function fixingPath(schema: AnySchema, path: readonly string[], value: Json, resolve: Resolve): AnySchema {
  const freed = freeingPath(schema, path, resolve);
  return { allOf: [freed, requiringPath(path), constantAt(path, value)] } as Schema;
}

function constantAt(path: readonly string[], value: Json): Schema {
  const [step, ...rest] = path;
  return step === undefined ? { const: value } : { properties: { [step]: constantAt(rest, value) as never } };
}

/**
 * Returns the schema without its rules for the values at the path. Whether the member must or may be present is kept.
 */
function freeingPath(schema: AnySchema, path: readonly string[], resolve: Resolve): AnySchema {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  if (typeof schema === "boolean") return schema;
  const free = (part: AnySchema): AnySchema => freeingPath(part, path, resolve);
  const { $ref, ...own } = schema;
  const copy: Record<string, unknown> = { ...own };
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    if (own[keyword] !== undefined) copy[keyword] = subschemaList(own, keyword).map(free);
  }
  if (own.properties !== undefined) {
    const members = subschemaMap(own, "properties");
    copy.properties = Object.fromEntries(
      members.map(([name, part]) => [name, name === step ? freeingPath(part, rest, resolve) : part]),
    );
  }
  if (typeof $ref !== "string") return copy as Schema;
  return { allOf: [free(resolve($ref) ?? false), copy as Schema] } as Schema;
}

/** Returns the schema without some of its own keywords, including those in its `allOf`. */
export function withoutKeywords(schema: Schema, keywords: readonly string[]): Schema {
  const rest = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword))) as Schema;
  if (subschemaList(rest, "allOf").length === 0) return rest;
  const parts = subschemaList(rest, "allOf").map((part) =>
    typeof part === "boolean" ? part : withoutKeywords(part, keywords),
  );
  return { ...rest, allOf: parts } as Schema;
}
