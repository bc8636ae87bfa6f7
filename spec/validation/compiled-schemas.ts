import type { ValidateFunction } from "ajv/dist/2020.js";
import { packageFile } from "../package-root.ts";
import { buildResultOr } from "../settings/build-result.ts";
import type { PreparationOptions } from "./prepared-schema.ts";
import type { SchemaFunctions } from "./schema-ajv.ts";

/** Compiled schemas of one document by pointer, bound to the functions that they call. */
export type CompiledSchemas = (
  require: NodeJS.Require,
  own: SchemaFunctions,
) => Readonly<Record<string, ValidateFunction>>;

/** The compiled schemas of the shipped document from the build: compiling takes longer than loading them. */
export interface CompiledDocument {
  /** The SHA-256 of the document. Schemas of any other document are compiled when needed. */
  readonly sha256: string;
  /** By {@link preparationKey}. */
  readonly readings: Readonly<Record<string, CompiledSchemas>>;
}

/** Returns the compiled schemas of the document that the build wrote; null for any other document. */
export function compiledSchemas(sha256: string, options: PreparationOptions): CompiledSchemas | null {
  loaded ??= buildResultOr(COMPILED_SCHEMAS_FILE, NONE);
  return loaded.sha256 === sha256 ? (loaded.readings[preparationKey(options)] ?? null) : null;
}

/** Returns the key of a way to read the document. */
export function preparationKey({ open, safe }: PreparationOptions): string {
  return `${open} ${safe}`;
}

/** The file that the build writes them to. */
export const COMPILED_SCHEMAS_FILE = packageFile("dist", "spec", "schemas.cjs");

const NONE: CompiledDocument = { sha256: "", readings: {} };
let loaded: CompiledDocument | null = null;
