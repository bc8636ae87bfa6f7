import { didYouMean } from "../nearest.ts";
import { pointerTo } from "../pointer.ts";
import { unsupported } from "./document-problem.ts";
import type { DocumentReader, Located } from "./reader.ts";

/** The keys of a path in addition to its methods. */
export const PATH_KEYS: readonly string[] = ["summary", "description", "parameters"];

/** The supported keys of each OpenAPI object. Any other is rejected, since nothing would test it. */
const KEYS = {
  document: ["openapi", "info", "servers", "paths", "components", "security", "tags", "externalDocs"],
  operation: [
    "tags",
    "summary",
    "description",
    "externalDocs",
    "operationId",
    "parameters",
    "requestBody",
    "responses",
    "deprecated",
    "security",
  ],
  parameter: [
    "name",
    "in",
    "description",
    "required",
    "deprecated",
    "style",
    "explode",
    "schema",
    "example",
    "examples",
    "content",
  ],
  "request body": ["description", "content", "required"],
  response: ["description", "headers", "content", "links"],
  "media type": ["schema", "example", "examples"],
} as const;

/** Notes a problem for every key of an object that is not supported there. */
export function checkKeys(
  reader: DocumentReader,
  { value, pointer }: Pick<Located, "value" | "pointer">,
  what: keyof typeof KEYS,
): void {
  const known: readonly string[] = KEYS[what];
  for (const key of Object.keys(value)) {
    if (known.includes(key) || key.startsWith("x-")) continue;
    const text = `"${key}" is not supported in a ${what}.${didYouMean(key, known)}`;
    reader.problems.push(unsupported(pointerTo(pointer, key), text, `Use ${known.join(", ")}, or x-….`));
  }
}
