import type { Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { reachableSchemas } from "../document/schema-places.ts";
import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerTo, valueAt } from "../pointer.ts";
import { load } from "../settings/build-result.ts";
import { combinatorFailures } from "./combinators.ts";
import type { CompiledSchemas } from "./compiled-schemas.ts";
import type { Failure } from "./failure.ts";
import { createPreparation, originOf, type PreparationOptions } from "./prepared-schema.ts";
import { combinatorFailuresOf, createAjv, createSchemaFunctions, type SchemaFunctions } from "./schema-ajv.ts";

/** Runs the schemas of one document. */
export interface SchemaEngine {
  /** Returns everything in the value that breaks the schema at the pointer, in no particular order. */
  failures(pointer: string, value: Json): readonly Failure[];
}

/**
 * Creates an engine for the schemas of a document. References must lead to places in it.
 *
 * @param kept schemas of this document, compiled with these options; all others are compiled when needed
 */
export function createSchemaEngine(
  root: JsonObject,
  options: PreparationOptions,
  kept: CompiledSchemas | null = null,
): SchemaEngine {
  const own = createSchemaFunctions((pointer, value, at) =>
    combinatorFailures(root, pointer, value, at, failures, options),
  );
  const compiled = new Map(Object.entries(kept?.(load, own) ?? {}));
  let compile: ((pointer: string) => ValidateFunction) | null = null;

  function schemaAt(pointer: string): ValidateFunction {
    const known = compiled.get(pointer);
    if (known !== undefined) return known;
    compile ??= compilerOf(root, options, own);
    const validate = compile(pointer);
    compiled.set(pointer, validate);
    return validate;
  }

  function failures(pointer: string, value: Json): readonly Failure[] {
    const validate = schemaAt(pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).flatMap((error) => failuresOf(root, error));
  }

  return { failures };
}

function compilerOf(
  root: JsonObject,
  options: PreparationOptions,
  own: SchemaFunctions,
): (pointer: string) => ValidateFunction {
  const ajv = createAjv(own);
  const add = createAdder(ajv, root, options);
  return (pointer) => ajv.compile({ $ref: add(pointer) });
}

/** Returns a function that adds the schema at a pointer and all that it refers to, each once, and returns its name. */
export function createAdder(ajv: Ajv2020, root: JsonObject, options: PreparationOptions): (pointer: string) => string {
  const preparation = createPreparation(root, options);
  const added = new Set<string>();
  return (pointer) => {
    for (const place of reachableSchemas(root, [pointer])) {
      if (added.has(place)) continue;
      added.add(place);
      ajv.addSchema(preparation.schemaAt(place), preparation.identifierOf(place));
    }
    return preparation.identifierOf(pointer);
  };
}

function failuresOf(root: JsonObject, error: ErrorObject): readonly Failure[] {
  const apart = combinatorFailuresOf(error);
  if (apart !== null) return apart;
  // The failures of a condition's branch are reported by themselves.
  if (error.keyword === "if") return [];
  const { instancePath, keyword, parentSchema, message = `must keep to ${keyword}` } = error;
  const schema = isObject(parentSchema) ? originOf(parentSchema) : "";
  const params = error.params as Record<string, Json>;
  const documentPointer = keywordPointer(root, schema, keyword, params);
  return [
    { instancePointer: instancePath, documentPointer, keyword, message: withValues(message, keyword, params), params },
  ];
}

/**
 * Returns the pointer of a failed keyword. Each name under `required` has its own pointer; a schema that is `false`
 * has no keyword.
 */
function keywordPointer(root: JsonObject, schema: string, keyword: string, params: Record<string, Json>): string {
  if (valueAt(root, schema) === false) return schema;
  const pointer = pointerTo(schema, keyword);
  const names = keyword === "required" ? valueAt(root, pointer) : undefined;
  return Array.isArray(names) ? pointerTo(pointer, names.indexOf(params.missingProperty ?? null)) : pointer;
}

/** Returns a message that contains the expected values, which ajv leaves out. */
function withValues(message: string, keyword: string, params: Record<string, Json>): string {
  if (keyword === "const") return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === "enum" && Array.isArray(params.allowedValues)) {
    return `must be one of ${params.allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  if (keyword === "type") return `must be ${String(params.type).replaceAll(",", " or ")}`;
  return message;
}
