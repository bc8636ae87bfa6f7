import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerTo } from "../pointer.ts";
import { keywordKind } from "./keywords.ts";

/** A schema directly inside another one. */
export interface Subschema {
  /** The keyword that contains it: `properties`, `items`, `allOf` … */
  readonly keyword: string;
  /** Name of the property or index in the list; null if the keyword contains one schema. */
  readonly key: string | number | null;
  readonly schema: Json;
  readonly pointer: string;
}

/** Returns the schemas directly inside a schema, in the order of the document; malformed ones are left out. */
export function subschemas(schema: JsonObject, pointer: string): Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => inside(keyword, value, pointerTo(pointer, keyword)));
}

/** Visits a schema and all schemas inside it, without following references. */
export function walkSchema(schema: Json, pointer: string, visit: (schema: Json, pointer: string) => void): void {
  visit(schema, pointer);
  if (!isObject(schema)) return;
  for (const inner of subschemas(schema, pointer)) walkSchema(inner.schema, inner.pointer, visit);
}

function inside(keyword: string, value: Json, pointer: string): Subschema[] {
  switch (keywordKind(keyword)) {
    case "schema":
      return [{ keyword, key: null, schema: value, pointer }];
    case "schemas":
      return Array.isArray(value)
        ? value.map((schema, key) => ({ keyword, key, schema, pointer: pointerTo(pointer, key) }))
        : [];
    case "schema-map":
      return isObject(value)
        ? Object.entries(value).map(([key, schema]) => ({ keyword, key, schema, pointer: pointerTo(pointer, key) }))
        : [];
    default:
      return [];
  }
}
