import standalone from "ajv/dist/standalone/index.js";
import type { ApiDocument } from "../document/model.ts";
import { reachableSchemas } from "../document/schema-places.ts";
import { subschemas, walkSchema } from "../document/schema-walk.ts";
import type { JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerTo, valueAt } from "../pointer.ts";
import { preparationKey } from "./compiled-schemas.ts";
import { COMBINATORS, type PreparationOptions } from "./prepared-schema.ts";
import { createAjv, createSchemaFunctions } from "./schema-ajv.ts";
import { createAdder } from "./schema-engine.ts";

/** The two readings of the document that a run uses: its own rules, and the rules that every reading shares. */
const READINGS: readonly PreparationOptions[] = [
  { open: false, safe: false },
  { open: true, safe: true },
];

/** Returns the text of a CommonJS module that is a `CompiledDocument`: every schema that a run may use, compiled. */
export function schemaCode(document: ApiDocument): string {
  const readings = READINGS.map(
    (options) => `${JSON.stringify(preparationKey(options))}: ${readingCode(document, options)}`,
  );
  return `"use strict";\nexports.sha256 = ${JSON.stringify(document.sha256)};\nexports.readings = {\n${readings.join(",\n")}\n};\n`;
}

function readingCode(document: ApiDocument, options: PreparationOptions): string {
  const ajv = createAjv(
    createSchemaFunctions(() => []),
    true,
  );
  const add = createAdder(ajv, document.raw, options);
  const names = Object.fromEntries(judgedPlaces(document).map((pointer) => [pointer, add(pointer)]));
  return `(require, own) => {\nconst exports = {};\n${standalone.default(ajv, names)}\nreturn exports;\n}`;
}

/**
 * Returns the pointers of the schemas of requests, responses and components, and of each branch that is judged
 * separately.
 */
function judgedPlaces({ raw, operations, schemas }: ApiDocument): readonly string[] {
  const ofOperations = operations.flatMap(({ pointer, safe, parameters, body, responses }) => [
    ...[...parameters, ...(body === null ? [] : [body]), ...responses.values()].map((shape) => shape.pointer),
    ...(safe === null ? [] : [pointerTo(pointer, "x-safe", "schema")]),
  ]);
  const places = reachableSchemas(raw, [
    ...ofOperations,
    ...Object.keys(schemas).map((name) => pointerTo("/components/schemas", name)),
  ]);
  return [...new Set([...places, ...places.flatMap((place) => branchesIn(raw, place))])];
}

function branchesIn(raw: JsonObject, place: string): readonly string[] {
  const found: string[] = [];
  walkSchema(valueAt(raw, place) ?? null, place, (schema, pointer) => {
    if (!isObject(schema)) return;
    for (const inner of subschemas(schema, pointer)) if (COMBINATORS.includes(inner.keyword)) found.push(inner.pointer);
    if (isObject(schema["x-safe"])) found.push(...branchesIn(raw, pointerTo(pointer, "x-safe", "schema")));
  });
  return found;
}
