import type { Schema } from "../spec/document/model.ts";
import { isObject } from "../spec/json.ts";
import type { AnySchema } from "./subschemas.ts";
import { mapSubschemas, stringList } from "./subschemas.ts";

/**
 * The two readings of a schema of the document. `rules` contains what the contract decides: keywords that `x-open`
 * names are removed. `safe` contains what every reading accepts: open keywords are kept and `x-safe` narrows them
 * further. A request is valid if it is safe, invalid if it breaks the rules, and disputed in between.
 */
export type Reading = "rules" | "safe";

/** Returns a schema in one reading, including its subschemas; references stay. */
export function schemaInReading(schema: Schema, reading: Reading): Schema {
  const inner = mapSubschemas(schema, (part) => anySchemaInReading(part, reading));
  return reading === "rules" ? withoutOpen(inner) : withSafeZone(inner);
}

function anySchemaInReading(schema: AnySchema, reading: Reading): AnySchema {
  return typeof schema === "boolean" ? schema : schemaInReading(schema, reading);
}

function withoutOpen(schema: Schema): Schema {
  const marks = schema["x-open"];
  if (!isObject(marks)) return schema;
  const rules: Record<string, unknown> = { ...schema };
  for (const [keyword, reasons] of Object.entries(marks)) {
    if (!isObject(reasons)) delete rules[keyword];
    else if (keyword === "required") {
      rules[keyword] = stringList(schema.required).filter((name) => !Object.hasOwn(reasons, name));
    }
  }
  return rules as Schema;
}

function withSafeZone(schema: Schema): Schema {
  const zone = schema["x-safe"];
  if (!isObject(zone) || !isObject(zone.schema)) return schema;
  const { "x-safe": _zone, ...rest } = schema;
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  return { ...rest, allOf: [...parts, zone.schema] } as Schema;
}
