import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Schema } from "../spec/document-model.ts";
import type { Json } from "../spec/json.ts";
import { parseToken } from "./references.ts";
import { compactBytes } from "./values/bytes.ts";

/** One keyword that a value breaks. */
export interface Violation {
  readonly keyword: string;
  /** Where in the value, as a JSON pointer. */
  readonly pointer: string;
  /** For `required` and `dependentRequired`: the member that is missing. */
  readonly missing: string | null;
  /** The schema object that holds the keyword, the very one that was compiled. */
  readonly schema: object;
}

/** Says what a value breaks; an empty list means that it is valid. */
export type Judge = (value: Json) => Violation[];

/**
 * A judge of one schema. `components` stand under `#/components/schemas/`. Tokens of identifiers are taken for
 * conforming, whatever pattern or format the document asks of the identifier.
 */
export function createJudge(schema: Schema, components: Readonly<Record<string, Schema>>): Judge {
  const validate = engine().compile({ ...schema, components: { schemas: components } });
  return (value) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).filter((error) => !isAboutToken(error)).map(violation);
  };
}

function engine(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    validateSchema: false,
    multipleOfPrecision: 9,
  });
  addFormats.default(ajv);
  ajv.addKeyword({
    keyword: "x-max-bytes",
    schemaType: "number",
    validate: (limit: number, value: Json) => compactBytes(value) <= limit,
  });
  return ajv;
}

function violation(error: ErrorObject): Violation {
  const missing: unknown = (error.params as Record<string, unknown>).missingProperty;
  return {
    keyword: error.keyword,
    pointer: error.instancePath,
    missing: typeof missing === "string" ? missing : null,
    schema: (error.parentSchema ?? {}) as object,
  };
}

function isAboutToken(error: ErrorObject): boolean {
  return (
    parseToken(error.data) !== undefined && ["pattern", "format", "minLength", "maxLength"].includes(error.keyword)
  );
}
