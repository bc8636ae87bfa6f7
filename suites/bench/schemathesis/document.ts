import type { ReferenceKind } from "../../../spec/family.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { ParameterNames } from "../../../spec/target-file.ts";
import type { KnownIds } from "./known-ids.ts";

/**
 * Returns the document as an owner of the target would give it to Schemathesis: its examples name existing resources,
 * and its parameters have the names of the target. Schemathesis sends the examples, and starts from them in its
 * coverage phase; with those of the document it would mostly see 404.
 */
export function documentFor(raw: JsonObject, ids: KnownIds, names: ParameterNames = {}): JsonObject {
  // The known file was sent already, and can only be downloaded, while bodies need files that can be sent.
  const inBodies = new Map([...ids].filter(([kind]) => kind !== "attachment"));
  const document = replaced(raw, exampleIds(raw, inBodies)) as JsonObject;
  for (const operation of operationsOf(document))
    for (const parameter of parametersOf(operation)) {
      const existing = ids.get(asObject(parameter.schema)["x-reference"] as ReferenceKind)?.[0];
      if (existing !== undefined) parameter.example = existing;
    }
  return renamed(document, names);
}

export function operationsOf(document: JsonObject): readonly JsonObject[] {
  return Object.values(asObject(document.paths)).flatMap((item) => Object.values(asObject(item)).filter(isObject));
}

export function parametersOf({ parameters }: JsonObject): readonly JsonObject[] {
  return Array.isArray(parameters) ? parameters.filter(isObject) : [];
}

/** Returns the ids in examples of the document, each with an existing id of the same kind on the target. */
function exampleIds(raw: Json, ids: KnownIds): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (value: Json) => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    const kind = asObject(value.schema)["x-reference"] ?? value["x-reference"];
    const existing = ids.get(kind as ReferenceKind)?.[0];
    const examples = [value.example, ...(Array.isArray(value.examples) ? value.examples : [])];
    for (const example of examples)
      if (existing !== undefined && typeof example === "string") found.set(example, existing);
    Object.values(value).forEach(visit);
  };
  visit(raw);
  return found;
}

function replaced(value: Json, known: ReadonlyMap<string, string>): Json {
  if (typeof value === "string") return known.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, known));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, known)]));
}

/** Renames parameters in operations and in links. */
function renamed(document: JsonObject, names: ParameterNames): JsonObject {
  const wireNames = new Map<string, ReadonlyMap<string, string>>();
  for (const operation of operationsOf(document)) {
    const { operationId } = operation;
    const roles = names[String(operationId)] ?? {};
    const changes = new Map<string, string>();
    for (const parameter of parametersOf(operation)) {
      const name = roles[String(parameter["x-role"])];
      if (typeof name !== "string") continue;
      changes.set(String(parameter.name), name);
      parameter.name = name;
    }
    wireNames.set(String(operationId), changes);
  }
  for (const link of Object.values(asObject(asObject(document.components).links)).filter(isObject)) {
    const changes = wireNames.get(String(link.operationId));
    if (!isObject(link.parameters)) continue;
    link.parameters = Object.fromEntries(
      Object.entries(link.parameters).map(([name, value]) => [changes?.get(name) ?? name, value]),
    );
  }
  return document;
}
