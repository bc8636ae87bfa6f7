import { expect, test } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { asObject, isObject } from "../json.ts";
import { pointerTo, valueAt } from "../pointer.ts";
import { loadDocument } from "./document.ts";
import { nullableBranch } from "./nullable.ts";
import { resolvedSchema } from "./resolved-schema.ts";
import { reachableSchemas } from "./schema-places.ts";
import { walkSchema } from "./schema-walk.ts";

const document = await loadDocument();

/** The schemas of all requests and responses. */
const shapes = document.operations.flatMap(({ parameters, body, responses }) => [
  ...parameters,
  ...(body === null ? [] : [body]),
  ...responses.values(),
]);

/** The schemas at some places and all that they refer to, by pointer. */
function schemas(places: readonly { readonly pointer: string }[] = shapes): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const place of reachableSchemas(
    document.raw,
    places.map(({ pointer }) => pointer),
  )) {
    walkSchema(valueAt(document.raw, place) ?? null, place, (schema, pointer) => {
      if (isObject(schema)) found.set(pointer, schema);
    });
  }
  return found;
}

/** Name and schema of every property. */
function properties(): [string, string, JsonObject][] {
  return [...schemas()].flatMap(([pointer, schema]) =>
    Object.entries(asObject(schema.properties)).flatMap(([name, inner]) =>
      isObject(inner) && !pointer.endsWith("/not")
        ? [[pointerTo(pointer, "properties", name), name, inner] as [string, string, JsonObject]]
        : [],
    ),
  );
}

/** Every object of the document, examples aside. */
function objects(value: Json, pointer = ""): [string, JsonObject][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objects(item, pointerTo(pointer, index)));
  if (!isObject(value)) return [];
  const inner = Object.entries(value).filter(([key]) => key !== "example" && key !== "examples");
  return [[pointer, value], ...inner.flatMap(([key, one]) => objects(one, pointerTo(pointer, key)))];
}

test("says of every identifier what it names", () => {
  const bare = properties().filter(
    ([, name, schema]) => /^id$|Ids?$|_ids?$/.test(name) && schema["x-reference"] === undefined,
  );
  expect(bare.map(([pointer]) => pointer)).toEqual([]);
  const parameters = document.operations.flatMap((operation) => operation.parameters);
  const unnamed = parameters.filter(({ name, schema }) => /Id$|_id$/.test(name) && schema["x-reference"] === undefined);
  expect(unnamed.map(({ address }) => address)).toEqual([]);
});

test("gives an example of each request and response", () => {
  for (const operation of document.operations) {
    expect(valueAt(document.raw, pointerTo(operation.pointer, "summary")), operation.id).toEqual(expect.any(String));
    const shapes = [...(operation.body === null ? [] : [operation.body]), ...operation.responses.values()];
    for (const { pointer, address } of shapes) {
      const media = valueAt(document.raw, pointer.replace(/\/schema$/, ""));
      expect(isObject(media) && (media.example ?? media.examples), address).toBeTruthy();
    }
  }
});

test("gives every query parameter a role, and says of every choice why it is one", () => {
  for (const { id, pointer, parameters } of document.operations) {
    const written = valueAt(document.raw, pointerTo(pointer, "parameters"));
    for (const parameter of Array.isArray(written) ? written : []) {
      expect(isObject(parameter) && parameter["x-role"], id).toEqual(expect.any(String));
    }
    expect(new Set(parameters.map(({ role }) => role)).size, id).toBe(parameters.length);
  }
  const marks = objects(document.raw).filter(([pointer]) => pointer.endsWith("/x-open"));
  expect(marks.length).toBeGreaterThan(60);
  for (const [pointer, mark] of marks) {
    const reasons = Object.values(mark).flatMap((reason) => (isObject(reason) ? Object.values(reason) : [reason]));
    for (const reason of reasons) expect(reason, pointer).toMatch(/\w.*\.$/s);
  }
});

test("requires in bodies by rule only the provenance of a memory and the choice of a recall", () => {
  const rules = document.operations.flatMap(({ id, body }) => {
    if (body === null) return [];
    const { required = [], "x-open": open } = resolvedSchema(document.raw, body.schema as JsonObject);
    const marks = isObject(open) ? open.required : undefined;
    const names = Array.isArray(required) ? required.map(String) : [];
    if (typeof marks === "string") return [];
    return names.filter((name) => !isObject(marks) || marks[name] === undefined).map((name) => `${id}.${name}`);
  });
  expect(rules).toEqual(["remember.derived_from"]);
});

test("keeps safe zones reachable from the schemas that they stand on", () => {
  const zones = objects(document.raw).filter(([pointer]) => pointer.endsWith("/x-safe"));
  expect(zones.length).toBeGreaterThan(15);
  for (const [pointer, zone] of zones)
    expect(zone, pointer).toEqual({ schema: expect.any(Object), reason: expect.any(String) });
});

test("lets every field of a response be null unless it is always present", () => {
  const shapes = document.operations.flatMap(({ responses }) => [...responses.values()]);
  const answers = [...schemas(shapes)];
  const strict = answers.flatMap(([pointer, schema]) => {
    const required = Array.isArray(schema.required) ? schema.required : [];
    return Object.entries(asObject(schema.properties))
      .filter(
        ([name, inner]) =>
          isObject(inner) && inner.$ref === undefined && !required.includes(name) && !allowsNull(inner),
      )
      .map(([name]) => pointerTo(pointer, "properties", name));
  });
  expect(answers.length).toBeGreaterThan(100);
  expect(strict).toEqual([]);
});

function allowsNull({ type, enum: values, anyOf }: JsonObject): boolean {
  if (nullableBranch(anyOf) !== null) return true;
  const nullable = type === "null" || (Array.isArray(type) && type.includes("null"));
  return nullable && (!Array.isArray(values) || values.includes(null));
}
