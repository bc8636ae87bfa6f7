import type { ApiDocument, Operation } from "../../spec/document/model.ts";
import { resolvedSchema } from "../../spec/document/resolved-schema.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";

/**
 * Keywords that model providers reject at the top of a tool's input; the body's description states the same in words.
 */
const NOT_AT_THE_TOP = ["oneOf", "anyOf", "allOf", "not", "if", "then", "else", "dependentRequired"];

/** Deeper than any schema of the document: recursive schemas end here. */
const DEEPEST = 12;

/**
 * Returns the JSON Schema of a tool's arguments: the parameters of the operation and the members of its body, with
 * references resolved, without keywords that only the suite needs.
 */
export function inputSchemaOf(document: ApiDocument, { parameters, body }: Operation): JsonObject {
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  for (const { name, description, schema, required: isRequired } of parameters) {
    properties[name] = { description, ...plainSchema(document.raw, schema as JsonObject, 0) };
    if (isRequired) required.push(name);
  }
  const plainBody = body === null ? {} : plainSchema(document.raw, body.schema as JsonObject, 0);
  for (const name of NOT_AT_THE_TOP) delete plainBody[name];
  return {
    type: "object",
    properties: { ...properties, ...asObject(plainBody.properties) },
    required: [...required, ...(Array.isArray(plainBody.required) ? plainBody.required : [])],
    additionalProperties: false,
  };
}

function plainSchema(root: JsonObject, schema: JsonObject, depth: number): Record<string, Json> {
  if (depth > DEEPEST) return {};
  const plain = (value: Json): Json => (isObject(value) ? plainSchema(root, value, depth + 1) : value);
  const kept = Object.entries(resolvedSchema(root, schema)).filter(([keyword]) => isForClients(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]): [string, Json] => {
      if (keyword === "properties") {
        return [keyword, Object.fromEntries(Object.entries(asObject(value)).map(([name, one]) => [name, plain(one)]))];
      }
      if (keyword === "default" || keyword === "const" || keyword === "enum") return [keyword, value];
      return [keyword, Array.isArray(value) ? value.map(plain) : plain(value)];
    }),
  );
}

function isForClients(keyword: string): boolean {
  return (
    !keyword.startsWith("x-") && !["example", "examples", "discriminator", "externalDocs", "xml"].includes(keyword)
  );
}
