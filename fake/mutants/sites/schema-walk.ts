import type { ApiDocument } from "../../../spec/document/model.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { pointerOfReference, pointerTo, valueAt } from "../../../spec/pointer.ts";

/** A place in a body, with every schema of the document that describes it. */
export interface Place {
  /** Steps into the body; `*` is every item of a list. */
  readonly path: readonly string[];
  readonly schemas: readonly Located[];
}

/** A schema and where it is in the document. */
export interface Located {
  readonly schema: JsonObject;
  readonly pointer: string;
}

/** The deepest nesting that is followed, since a component may refer to itself. */
const DEEPEST = 8;

/** Every place in a body that a schema of the document describes, the body itself first. */
export function placesOf(document: ApiDocument, pointer: string): readonly Place[] {
  const places: Place[] = [];
  const visit = (path: readonly string[], schemas: readonly Located[]): void => {
    const all = schemas.flatMap((one) => flattened(document, one));
    places.push({ path, schemas: all });
    if (path.length >= DEEPEST) return;
    const inside = new Map<string, Located[]>();
    const add = (step: string, schema: Json | undefined, at: string) => {
      if (isObject(schema)) inside.set(step, [...(inside.get(step) ?? []), { schema, pointer: at }]);
    };
    for (const { schema, pointer: at } of all) {
      for (const [name, member] of Object.entries(asObject(schema.properties ?? {})))
        add(name, member, pointerTo(at, "properties", name));
      add("*", schema.items, pointerTo(at, "items"));
    }
    for (const [step, located] of inside) visit([...path, step], located);
  };
  const root = valueAt(document.raw, pointer);
  if (isObject(root)) visit([], [{ schema: root, pointer }]);
  return places;
}

/** Returns a schema with those that it refers to or is composed of. */
function flattened(document: ApiDocument, { schema, pointer }: Located): Located[] {
  const found: Located[] = [{ schema, pointer }];
  if (typeof schema.$ref === "string") {
    const target = pointerOfReference(schema.$ref);
    const referred = target === null ? undefined : valueAt(document.raw, target);
    if (target !== null && isObject(referred))
      found.push(...flattened(document, { schema: referred, pointer: target }));
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    const parts = schema[keyword];
    if (!Array.isArray(parts)) continue;
    for (const [index, part] of parts.entries())
      if (isObject(part))
        found.push(...flattened(document, { schema: part, pointer: pointerTo(pointer, keyword, index) }));
  }
  return found;
}

/** Returns the JSON types that the schemas of a place allow together; empty if they state none. */
export function typesAt({ schemas }: Place): readonly string[] {
  return [...new Set(schemas.flatMap(({ schema: { type } }) => (type === undefined ? [] : [type].flat().map(String))))];
}

/** Returns the listed values of a place without null; null if any value is allowed. */
export function valuesAt({ schemas }: Place): readonly Json[] | null {
  const listed = schemas.flatMap(({ schema }) => (Array.isArray(schema.enum) ? [schema.enum] : []))[0];
  return listed?.filter((value) => value !== null) ?? null;
}
