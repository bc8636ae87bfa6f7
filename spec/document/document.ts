import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { packageFile } from "../package-root.ts";
import { pointerTo } from "../pointer.ts";
import { readSettings } from "../settings/settings-file.ts";
import { shipped } from "../settings/shipped.ts";
import type { ParameterNames } from "../target-file.ts";
import { explainAppended } from "./appended-lists.ts";
import { canonicalJson } from "./canonical-json.ts";
import { type DocumentProblem, invalid, rejectDocument } from "./document-problem.ts";
import { bundleReferences } from "./external-references.ts";
import { liftRules } from "./lift-rules.ts";
import type { ApiDocument, Operation, Schema } from "./model.ts";
import { readOperations } from "./operations.ts";
import { applyOverlay } from "./overlay.ts";
import { renameParameters } from "./parameter-names.ts";
import type { DocumentReader } from "./reader.ts";
import { referenceLoops } from "./reference-loops.ts";
import { reachableSchemas } from "./schema-places.ts";
import { schemaProblems } from "./schema-problems.ts";
import { slowPatterns } from "./slow-patterns.ts";
import { checkKeys } from "./supported-keys.ts";

/** The document to load, and its changes. */
export interface DocumentOptions {
  /** Path of an OpenAPI Overlay 1.0 file; relative ones start at the working directory. */
  readonly overlay?: string | null | undefined;
  /** Operation id → role of a parameter → its name on the wire. */
  readonly parameters?: ParameterNames | undefined;
  /** Path of another document than the one that the package ships. */
  readonly file?: string | undefined;
}

/**
 * Loads the OpenAPI document, applies an overlay and new names of parameters, and checks the outcome.
 *
 * @throws OperatorError `DOCUMENT-…` or `OVERLAY-…` when a file cannot be read, an overlay's target matches nothing, or the
 *   outcome is not a document that can be tested; `CONTRACT-PARAMETERS-…` for an unknown operation or role among the names.
 */
export async function loadDocument(options: DocumentOptions = {}): Promise<ApiDocument> {
  const overlay = options.overlay ?? null;
  const file = options.file ?? packageFile("spec", "openapi.yaml");
  const source = overlay === null ? `The document ${file}` : `The document with the overlay "${overlay}"`;
  const root = options.file === undefined ? requireObject(shipped("openapi"), file) : readDocument(file);
  const changed = overlay === null ? root : applyOverlay(root, overlay);
  const bundled = await bundleReferences(changed, resolve(overlay ?? file), source);
  const document = readApiDocument(bundled, source, overlay, (problem) => explainAppended(problem, root, changed));
  const operations = renameParameters(document.operations, options.parameters ?? {});
  return { ...document, operations, base: overlay === null ? document.raw : root };
}

/** Reads a document from an object; messages call it `source`. */
export function readApiDocument(
  written: JsonObject,
  source: string,
  overlay: string | null = null,
  explain: (problem: DocumentProblem) => DocumentProblem = (problem) => problem,
): ApiDocument {
  const root = liftRules(written);
  const reader: DocumentReader = { root, problems: [] };
  const { title, version } = readInfo(reader);
  const operations = readOperations(reader);
  const schemas = readSchemas(reader);
  const places = reachableSchemas(root, [...schemaPlaces(operations), ...componentPlaces(schemas)]);
  const marks = operations.flatMap((operation) =>
    operation.safe === null ? [] : [pointerTo(operation.pointer, "x-safe", "schema")],
  );
  for (const place of [...places, ...marks]) reader.problems.push(...schemaProblems(root, place));
  reader.problems.push(...referenceLoops(root, places));
  // For the shipped documents a test checks this.
  if (overlay !== null) for (const place of places) reader.problems.push(...slowPatterns(root, place));
  rejectDocument(distinct(reader).map(explain), source);
  return { title, version, sha256: digest(root), overlay, operations, schemas, raw: root, base: root };
}

function readDocument(file: string): JsonObject {
  const kind = { what: "OpenAPI document", code: "DOCUMENT" };
  return requireObject(readSettings(file, resolve(file), kind).value, file);
}

function requireObject(value: Json, file: string): JsonObject {
  if (isObject(value)) return value;
  rejectDocument([invalid("", "it is not an object")], `The document ${file}`);
  return {};
}

function readInfo(reader: DocumentReader): { title: string; version: string } {
  checkKeys(reader, { value: reader.root, pointer: "" }, "document");
  const { openapi, info } = reader.root;
  if (typeof openapi !== "string" || !/^3\.1\.\d+$/.test(openapi)) {
    reader.problems.push(
      invalid("/openapi", `${JSON.stringify(openapi) ?? "nothing"} is not 3.1`, "Write openapi: 3.1.0."),
    );
  }
  const title = isObject(info) ? info.title : undefined;
  const version = isObject(info) ? info.version : undefined;
  if (typeof title !== "string") reader.problems.push(invalid("/info/title", "the document has no title in text"));
  if (typeof version !== "string") {
    reader.problems.push(invalid("/info/version", "the document has no version in text", 'Put it in quotes: "1.0.0".'));
  }
  return { title: String(title), version: String(version) };
}

function readSchemas(reader: DocumentReader): Record<string, Schema> {
  const { components } = reader.root;
  const schemas = isObject(components) ? components.schemas : undefined;
  if (schemas === undefined) return {};
  if (!isObject(schemas)) {
    reader.problems.push(invalid("/components/schemas", "expected an object of schemas"));
    return {};
  }
  return Object.fromEntries(
    Object.entries(schemas).filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
  );
}

function schemaPlaces(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ parameters, body, responses }) =>
    [...parameters, ...(body === null ? [] : [body]), ...responses.values()].map((shape) => shape.pointer),
  );
}

function componentPlaces(schemas: Readonly<Record<string, Schema>>): string[] {
  return Object.keys(schemas).map((name) => pointerTo("/components/schemas", name));
}

/** Reports the problems of a schema once if it is reached in several ways. */
function distinct({ problems }: DocumentReader): DocumentReader["problems"] {
  return [...new Map(problems.map((problem) => [`${problem.pointer} ${problem.text}`, problem])).values()];
}

function digest(value: Json): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}
