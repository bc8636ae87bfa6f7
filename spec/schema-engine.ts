import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import addFormats from "ajv-formats";
import { combinatorFailures } from "./combinators.ts";
import type { Failure } from "./failure.ts";
import type { Json, JsonObject } from "./json.ts";
import { isObject } from "./json.ts";
import { jsonBytes } from "./json-bytes.ts";
import { pointerTo, valueAt } from "./pointer.ts";
import { createPreparation, type Preparation, type PreparationOptions } from "./prepared-schema.ts";
import { reachableSchemas } from "./schema-places.ts";

/** Runs the schemas of one document. */
export interface SchemaEngine {
  /** Everything in the value that breaks the schema at the pointer, in no particular order. */
  failures(pointer: string, value: Json): readonly Failure[];
}

/** An engine for the schemas of a document; references must lead to places of it. */
export function createSchemaEngine(root: JsonObject, options: PreparationOptions): SchemaEngine {
  const preparation = createPreparation(root, options);
  const ajv = createAjv((pointer, value, at) => combinatorFailures(root, pointer, value, at, failures, options));
  const compiled = new Map<string, ValidateFunction>();
  const added = new Set<string>();

  function compile(pointer: string): ValidateFunction {
    const known = compiled.get(pointer);
    if (known !== undefined) return known;
    for (const place of reachableSchemas(root, [pointer])) {
      if (added.has(place)) continue;
      added.add(place);
      ajv.addSchema(preparation.schemaAt(place), preparation.identifierOf(place));
    }
    const validate = ajv.compile({ $ref: preparation.identifierOf(pointer) });
    compiled.set(pointer, validate);
    return validate;
  }

  function failures(pointer: string, value: Json): readonly Failure[] {
    const validate = compile(pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).flatMap((error) => failureOf(root, preparation, error));
  }

  return { failures };
}

type JudgeCombinators = (pointer: string, value: Json, instancePointer: string) => readonly Failure[];

function createAjv(judge: JudgeCombinators): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    // Tidying the generated code takes a third of the time that compiling takes, and each schema judges few values.
    code: { optimize: false },
    // A component is compiled once, not anew for each answer that refers to it.
    inlineRefs: false,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    multipleOfPrecision: 9,
    validateSchema: false,
    logger: false,
  });
  addFormats.default(ajv);
  takeUsualTimestamps(ajv);
  const sized = (limit: number, value: Json) => jsonBytes(value) <= limit;
  const error = { message: ({ schema }: { schema: number }) => `must have at most ${schema} bytes as compact JSON` };
  ajv.addKeyword({ keyword: "x-max-bytes", validate: sized, error });
  ajv.addKeyword({ keyword: "x-combinators", validate: combinatorKeyword(judge), errors: true });
  return ajv;
}

/** What nearly all servers write, on days that every month has. */
const USUAL_TIMESTAMP = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** Answers are full of timestamps, and the complete rule takes each apart: it judges what the usual form does not cover. */
function takeUsualTimestamps(ajv: Ajv2020): void {
  const rule = addFormats.default.get("date-time") as { readonly validate: (text: string) => boolean };
  ajv.addFormat("date-time", {
    ...rule,
    validate: (text: string) => USUAL_TIMESTAMP.test(text) || rule.validate(text),
  });
}

/** Failures of combinators travel through ajv inside one of its errors. */
interface Carrier extends Partial<ErrorObject> {
  readonly failures: readonly Failure[];
}

function combinatorKeyword(judge: JudgeCombinators) {
  function validate(pointer: string, value: Json, _parent?: unknown, context?: DataValidationCxt): boolean {
    const failures = judge(pointer, value, context?.instancePath ?? "");
    const carrier: Carrier = { keyword: "x-combinators", params: {}, failures };
    validate.errors = failures.length === 0 ? [] : [carrier];
    return failures.length === 0;
  }
  validate.errors = [] as Partial<ErrorObject>[];
  return validate;
}

function failureOf(
  root: JsonObject,
  preparation: Preparation,
  error: ErrorObject & Partial<Carrier>,
): readonly Failure[] {
  if (error.failures !== undefined) return error.failures;
  // What the branch of a condition demands is told by itself.
  if (error.keyword === "if") return [];
  const { instancePath, keyword, parentSchema, message = `must keep to ${keyword}` } = error;
  const schema = isObject(parentSchema) ? preparation.pointerOf(parentSchema) : "";
  const params = error.params as Record<string, Json>;
  const documentPointer = keywordPointer(root, schema, keyword, params);
  return [
    { instancePointer: instancePath, documentPointer, keyword, message: withValues(message, keyword, params), params },
  ];
}

/** Names under `required` stand each for themselves; a schema that is `false` has no keyword. */
function keywordPointer(root: JsonObject, schema: string, keyword: string, params: Record<string, Json>): string {
  if (valueAt(root, schema) === false) return schema;
  const pointer = pointerTo(schema, keyword);
  const names = keyword === "required" ? valueAt(root, pointer) : undefined;
  return Array.isArray(names) ? pointerTo(pointer, names.indexOf(params.missingProperty ?? null)) : pointer;
}

/** Messages that name what they demand, where ajv leaves it to the reader. */
function withValues(message: string, keyword: string, params: Record<string, Json>): string {
  if (keyword === "const") return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === "enum" && Array.isArray(params.allowedValues)) {
    return `must be one of ${params.allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  if (keyword === "type") return `must be ${String(params.type).replaceAll(",", " or ")}`;
  return message;
}
