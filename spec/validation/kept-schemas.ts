import type { ValidateFunction } from "ajv/dist/2020.js";
import { packageFile } from "../package-root.ts";
import { keptIn } from "../settings/kept.ts";
import type { PreparationOptions } from "./prepared-schema.ts";
import type { Own } from "./schema-ajv.ts";

/** Compiled schemas of one document by their pointers, made to call what is given. */
export type KeptSchemas = (require: NodeJS.Require, own: Own) => Readonly<Record<string, ValidateFunction>>;

/** What the build keeps of the document that the package ships: compiling it takes longer than loading it. */
export interface KeptDocument {
  /** The document's own SHA-256: schemas of any other are compiled when they are asked for. */
  readonly sha256: string;
  /** By {@link readingOf}. */
  readonly readings: Readonly<Record<string, KeptSchemas>>;
}

/** The compiled schemas of a document, if it is the one that the build has kept; null for any other. */
export function keptSchemas(sha256: string, options: PreparationOptions): KeptSchemas | null {
  kept ??= keptIn(KEPT_SCHEMAS, NONE);
  return kept.sha256 === sha256 ? (kept.readings[readingOf(options)] ?? null) : null;
}

/** What tells the ways of reading a document apart. */
export function readingOf({ open, safe }: PreparationOptions): string {
  return `${open} ${safe}`;
}

/** Where the build keeps them. */
export const KEPT_SCHEMAS = packageFile("dist", "spec", "schemas.cjs");

const NONE: KeptDocument = { sha256: "", readings: {} };
let kept: KeptDocument | null = null;
