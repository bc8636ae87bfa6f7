import type { ApiDocument, Operation, Schema } from "../../spec/document/model.ts";
import { withoutNull } from "../../spec/document/nullable.ts";
import { resolvedSchema } from "../../spec/document/resolved-schema.ts";
import { isObject } from "../../spec/json.ts";
import { Inconclusive } from "../client/inconclusive.ts";

/** Returns the schema of a parameter by role; undefined if the document has no such operation or parameter. */
export function parameterSchema(document: ApiDocument, operationId: string, role: string): Schema | undefined {
  return operationOf(document, operationId)?.parameters.find((parameter) => parameter.role === role)?.schema;
}

/** Returns the schema of a body field; undefined if the document has no such operation or field. */
export function fieldSchema(document: ApiDocument, operationId: string, field: string): Schema | undefined {
  const members = operationOf(document, operationId)?.body?.members ?? {};
  return Object.hasOwn(members, field) ? members[field] : undefined;
}

/** Returns the schema of a field of a component, for values other than null: `Task`, `status`. */
export function componentSchema(document: ApiDocument, component: string, field: string): Schema | undefined {
  const properties = document.schemas[component]?.properties;
  const schema = isObject(properties) ? properties[field] : undefined;
  return isObject(schema) ? resolvedSchema(document.raw, withoutNull(schema)) : undefined;
}

/** Returns the words that a schema lists. Throws Inconclusive if it lists none, since an overlay may remove them. */
export function wordsOf(schema: Schema | undefined, what: string): readonly string[] {
  const words = wordsIn(schema);
  if (words.length === 0) throw new Inconclusive(`the document lists no values of ${what}`);
  return words;
}

/** Returns the words that a schema lists; empty if it lists none. */
export function wordsIn(schema: Schema | undefined): readonly string[] {
  return Array.isArray(schema?.enum) ? schema.enum.filter((word) => typeof word === "string") : [];
}

/** Returns the number that a schema has under a keyword, or undefined. */
export function numberAt(schema: Schema | undefined, keyword: string): number | undefined {
  const value = schema?.[keyword];
  return typeof value === "number" ? value : undefined;
}

function operationOf(document: ApiDocument, id: string): Operation | undefined {
  return document.operations.find((operation) => operation.id === id);
}
