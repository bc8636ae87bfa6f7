import type { ValidateFunction } from "ajv/dist/2020.js";
import { packageFile } from "../package-root.ts";
import { keptIn } from "../settings/kept.ts";
import type { PreparationOptions } from "./prepared-schema.ts";
import type { Own } from "./schema-ajv.ts";

/** Compiled schemas of one document by pointer, bound to the functions that they call. */
export type KeptSchemas = (require: NodeJS.Require, own: Own) => Readonly<Record<string, ValidateFunction>>;

/** The compiled schemas of the shipped document from the build: compiling takes longer than loading them. */
export interface KeptDocument {
  /** The SHA-256 of the document. Schemas of any other document are compiled when needed. */
  readonly sha256: string;
  /** By {@link readingOf}. */
  readonly readings: Readonly<Record<string, KeptSchemas>>;
}

/** Returns the compiled schemas of the document that the build wrote; null for any other document. */
export function keptSchemas(sha256: string, options: PreparationOptions): KeptSchemas | null {
  kept ??= keptIn(KEPT_SCHEMAS, NONE);
  return kept.sha256 === sha256 ? (kept.readings[readingOf(options)] ?? null) : null;
}

/** Returns the key of a way to read the document. */
export function readingOf({ open, safe }: PreparationOptions): string {
  return `${open} ${safe}`;
}

/** The file that the build writes them to. */
export const KEPT_SCHEMAS = packageFile("dist", "spec", "schemas.cjs");

const NONE: KeptDocument = { sha256: "", readings: {} };
let kept: KeptDocument | null = null;
