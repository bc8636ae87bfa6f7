import { dirname } from "node:path";
import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { OperatorError } from "../operator-error.ts";
import { sentence } from "../sentence.ts";

/**
 * Returns the document with the parts that it refers to in other files included; the same document if it refers to
 * none.
 *
 * @param base the file that relative references start from
 * @throws OperatorError `DOCUMENT-REFERENCE` if a file is not available, or a reference leads to the network
 */
export async function bundleReferences(root: JsonObject, base: string, source: string): Promise<JsonObject> {
  const outside = externalReferences(root);
  if (outside.length === 0) return root;
  const remote = outside.find((reference) => /^[a-z][a-z0-9+.-]+:/i.test(reference));
  if (remote !== undefined) throw rejected(source, `it refers to "${remote}"; only files are followed`);
  const { default: parser } = await import("@apidevtools/swagger-parser");
  try {
    const bundled: unknown = await parser.bundle(base, structuredClone(root) as never, { resolve: { http: false } });
    return JSON.parse(JSON.stringify(bundled)) as JsonObject;
  } catch (cause) {
    throw rejected(source, `a reference to another file cannot be followed (from ${dirname(base)})`, cause);
  }
}

function rejected(source: string, why: string, cause?: unknown): OperatorError {
  const hint = "Name a file that is there, relative to the overlay, or bring the schema in under components.";
  return new OperatorError({
    code: "DOCUMENT-REFERENCE",
    message: `${source} cannot be used: ${sentence(why)}`,
    hint,
    cause,
  });
}

function externalReferences(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(externalReferences);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" && !inner.startsWith("#") ? [inner] : externalReferences(inner),
  );
}
