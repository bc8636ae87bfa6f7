import type { Json } from "../json.ts";
import type { ApiDocument, Operation } from "./model.ts";

const REFERENCE = /"#\/components\/schemas\/([^"/]+)"/gu;

/**
 * Component schema → ids of the operations whose parameters, bodies or responses contain it, directly or through
 * others.
 */
export function operationsBySchema(document: ApiDocument): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const operation of document.operations) {
    for (const name of schemasReachedFrom(schemasOf(operation), document)) {
      users.set(name, [...(users.get(name) ?? []), operation.id]);
    }
  }
  return users;
}

function schemasOf({ parameters, body, responses }: Operation): Json {
  const schemas = [...parameters, ...(body === null ? [] : [body]), ...responses.values()].map(({ schema }) => schema);
  return schemas as Json;
}

function schemasReachedFrom(start: Json, { schemas }: ApiDocument): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = referencesIn(start);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    pending.push(...referencesIn((schemas[name] ?? null) as Json));
  }
  return reached;
}

function referencesIn(schema: Json): string[] {
  return [...JSON.stringify(schema).matchAll(REFERENCE)].map(([, name]) => name ?? "");
}
