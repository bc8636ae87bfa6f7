import { compile, type JSONSchema } from "json-schema-to-typescript";
import type { ApiDocument, Operation, RequestBody } from "../../../spec/document/model.ts";
import { isObject, type Json } from "../../../spec/json.ts";

/**
 * TypeScript types of the document, made by a generator that knows nothing of this project: a type for each resource,
 * and for each operation one of its query, its body and its answer (`CreateTaskBody`).
 */
export async function typesOf(document: ApiDocument): Promise<string> {
  const definitions: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(document.schemas)) definitions[name] = localRefs(schema as Json);
  for (const operation of document.operations) Object.assign(definitions, operationTypes(operation));
  const names = Object.keys(definitions);
  const root = {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }])),
    definitions,
  };
  return compile(root as JSONSchema, "Api", { bannerComment: "", format: false });
}

function operationTypes({ id, parameters, body, responses }: Operation): Record<string, Json> {
  const name = pascal(id);
  const query = {
    type: "object",
    properties: Object.fromEntries(parameters.map((one) => [one.name, localRefs(one.schema as Json)])),
    required: parameters.filter((one) => one.required).map((one) => one.name),
    additionalProperties: false,
  };
  return {
    ...(parameters.length > 0 ? { [`${name}Query`]: query } : {}),
    ...(body ? { [`${name}Body`]: localRefs(bodyType(body)) } : {}),
    [`${name}Answer`]: localRefs((responses.get(200)?.schema ?? {}) as Json),
  };
}

function bodyType({ members, requiredMembers }: RequestBody): Json {
  return { type: "object", additionalProperties: false, properties: members, required: [...requiredMembers] } as Json;
}

/** References within one schema, without the document's own keywords, which say nothing of types. */
function localRefs(value: Json): Json {
  if (Array.isArray(value)) return value.map(localRefs);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (key.startsWith("x-")) return [];
      if (key === "$ref") return [[key, String(member).replace("#/components/schemas/", "#/definitions/")]];
      return [[key, localRefs(member)]];
    }),
  );
}

function pascal(id: string): string {
  return id.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());
}
