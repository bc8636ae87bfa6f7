import type { JsonObject } from "../json.ts";
import { asObject, isObject } from "../json.ts";
import { didYouMean } from "../nearest.ts";
import { pointerTo } from "../pointer.ts";
import { invalid, unsupported } from "./document-problem.ts";
import type { Operation, RequestBody, ResponseShape, SafeZone, Schema } from "./model.ts";
import { readParameters } from "./parameters.ts";
import type { DocumentReader, Located } from "./reader.ts";
import { objectAt, quote, textAt, wordAt } from "./reader.ts";
import { resolvedSchema } from "./resolved-schema.ts";
import { readSecurity } from "./security.ts";
import { checkKeys, PATH_KEYS } from "./supported-keys.ts";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
/** Returns all operations of a document, in its order. Problems are added to the reader. */
export function readOperations(reader: DocumentReader): Operation[] {
  const { paths } = reader.root;
  if (!isObject(paths) || Object.keys(paths).length === 0) {
    reader.problems.push(
      invalid("/paths", "the document has no paths", "Describe at least one operation under paths."),
    );
    return [];
  }
  const operations = Object.keys(paths).flatMap((path) => readPath(reader, path));
  checkUniqueIds(reader, operations);
  return operations;
}

function readPath(reader: DocumentReader, path: string): Operation[] {
  if (path.startsWith("x-")) return [];
  const pointer = pointerTo("/paths", path);
  if (!path.startsWith("/")) reader.problems.push(invalid(pointer, `the path "${path}" does not begin with a slash`));
  const item = objectAt(reader, pointer, `the path "${path}"`);
  if (item === null) return [];
  return Object.keys(item.value).flatMap((key) => {
    const method = METHODS.find((one) => one === key);
    if (method !== undefined) return readOperation(reader, path, method, pointerTo(item.pointer, key)) ?? [];
    if (!PATH_KEYS.includes(key) && !key.startsWith("x-")) {
      const text = `"${key}" is not a supported method.${didYouMean(key, METHODS)}`;
      reader.problems.push(unsupported(pointerTo(item.pointer, key), text, `Use one of ${METHODS.join(", ")}.`));
    }
    return [];
  });
}

function readOperation(
  reader: DocumentReader,
  path: string,
  method: (typeof METHODS)[number],
  pointer: string,
): Operation | null {
  const located = objectAt(reader, pointer, "the operation");
  if (located === null) return null;
  checkKeys(reader, located, "operation");
  const id = textAt(located, "operationId", reader);
  const creates = wordAt(located, "x-creates", ["task", "message", "memory", "upload"], null, reader);
  return {
    id,
    method: method.toUpperCase() as Operation["method"],
    path,
    pointer,
    family: path.startsWith("/v1/sdk/") ? "sdk" : "agent",
    effect: wordAt(located, "x-effect", ["read", "create", "change"], method === "get" ? "read" : "change", reader),
    creates,
    parameters: readParameters(reader, path, located, id),
    safe: readSafe(reader, located),
    body: readBody(reader, located, id),
    responses: readResponses(reader, located, id),
    authenticated: readSecurity(reader, located),
  };
}

function readSafe(reader: DocumentReader, { value, pointer }: Located): SafeZone | null {
  const safe = value["x-safe"];
  if (safe === undefined) return null;
  if (isObject(safe) && isObject(safe.schema) && typeof safe.reason === "string") {
    return { schema: safe.schema, reason: safe.reason };
  }
  reader.problems.push(invalid(pointerTo(pointer, "x-safe"), "expected an object with schema and reason"));
  return null;
}

function readBody(reader: DocumentReader, { value, pointer }: Located, id: string): RequestBody | null {
  if (value.requestBody === undefined) return null;
  const located = objectAt(reader, pointerTo(pointer, "requestBody"), "the request body");
  if (located === null) return null;
  checkKeys(reader, located, "request body");
  const media = jsonSchema(reader, located);
  if (media !== null) {
    const required = located.value.required === true;
    return { required, ...media, ...membersOf(reader.root, media.schema), address: `${id}.body` };
  }
  const hint = "Describe the body under content, application/json, schema.";
  reader.problems.push(unsupported(located.pointer, "the request body has no JSON schema", hint));
  return null;
}

function membersOf(root: JsonObject, schema: Schema): Pick<RequestBody, "members" | "requiredMembers"> {
  const { properties, required } = resolvedSchema(root, schema as JsonObject);
  const members = Object.entries(asObject(properties)).flatMap(([name, member]) =>
    isObject(member) ? [[name, resolvedSchema(root, member)] as const] : [],
  );
  const names = Array.isArray(required) ? required.map(String) : [];
  return { members: Object.fromEntries(members), requiredMembers: names };
}

function readResponses(reader: DocumentReader, { value, pointer }: Located, id: string): Map<number, ResponseShape> {
  const responses = new Map<number, ResponseShape>();
  const place = pointerTo(pointer, "responses");
  if (!isObject(value.responses) || Object.keys(value.responses).length === 0) {
    reader.problems.push(invalid(place, "the operation has no responses"));
    return responses;
  }
  for (const status of Object.keys(value.responses)) {
    if (status.startsWith("x-")) continue;
    if (!/^[1-5]\d\d$/.test(status)) {
      const hint = "Give each status as its number, in quotes.";
      reader.problems.push(unsupported(pointerTo(place, status), `"${status}" is not a single status`, hint));
      continue;
    }
    const shape = readResponse(reader, pointerTo(place, status), `${id}.${status}`);
    if (shape !== null) responses.set(Number(status), shape);
  }
  return responses;
}

function readResponse(reader: DocumentReader, pointer: string, address: string): ResponseShape | null {
  const located = objectAt(reader, pointer, "the response");
  if (located === null) return null;
  checkKeys(reader, located, "response");
  textAt(located, "description", reader);
  const media = jsonSchema(reader, located);
  return media && { ...media, address: located.component === null ? address : `response.${located.component}` };
}

function jsonSchema(reader: DocumentReader, { value, pointer }: Located): { schema: Schema; pointer: string } | null {
  if (!isObject(value.content)) return null;
  for (const [type, media] of Object.entries(value.content)) {
    if (!/^application\/json\s*(;|$)/i.test(type)) continue;
    const place = pointerTo(pointer, "content", type, "schema");
    if (isObject(media))
      checkKeys(reader, { value: media, pointer: pointerTo(pointer, "content", type) }, "media type");
    if (isObject(media) && isObject(media.schema)) return { schema: media.schema, pointer: place };
    reader.problems.push(invalid(place, `${quote(isObject(media) ? media.schema : media)} is not a schema`));
  }
  return null;
}

function checkUniqueIds(reader: DocumentReader, operations: readonly Operation[]): void {
  const seen = new Map<string, string>();
  for (const { id, pointer } of operations) {
    const first = seen.get(id);
    if (id === "") continue;
    if (first === undefined) seen.set(id, pointer);
    else
      reader.problems.push(invalid(pointerTo(pointer, "operationId"), `the operationId "${id}" is taken by ${first}`));
  }
}
