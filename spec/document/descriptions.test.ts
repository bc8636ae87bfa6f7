import { expect, test } from "vitest";
import { asObject, isObject, type Json, type JsonObject } from "../json.ts";
import { pointerTo, valueAt } from "../pointer.ts";
import { validatorOf } from "../validation/validate.ts";
import { loadDocument } from "./document.ts";
import { resolvedSchema } from "./resolved-schema.ts";
import { walkSchema } from "./schema-walk.ts";

const document = await loadDocument();
const validator = validatorOf(document, { open: true });

/** A sentence: a word first, its own full stop last, on as many lines as it likes. */
const SENTENCE = /^[\w`].*\.\n?$/s;

/** The schemas of the document, by pointer: all components and those of parameters. */
function schemas(): [string, JsonObject][] {
  const named = Object.keys(asObject(asObject(document.raw.components).schemas));
  const roots = [
    ...named.map((name) => pointerTo("/components/schemas", name)),
    ...document.operations.flatMap(({ parameters }) => parameters.map(({ pointer }) => pointer)),
  ];
  const found: [string, JsonObject][] = [];
  for (const root of roots) {
    walkSchema(valueAt(document.raw, root) ?? null, root, (schema, pointer) => {
      if (isObject(schema)) found.push([pointer, schema]);
    });
  }
  return found;
}

/** Objects of a kind at places of the document, each with what it refers to. */
function described(place: string): [string, JsonObject][] {
  return Object.entries(asObject(valueAt(document.raw, place))).map(([key, value]) => [
    pointerTo(place, key),
    resolvedSchema(document.raw, asObject(value)),
  ]);
}

/** Every `example` and `examples` of a parameter or media type. */
function examplesOf(holder: JsonObject): Json[] {
  const named = Object.values(asObject(holder.examples)).map((one) => asObject(one).value ?? null);
  return holder.example === undefined ? named : [holder.example, ...named];
}

test("describes every operation, parameter, response and named schema in sentences", () => {
  const parts = [
    ...document.operations.flatMap(({ pointer }) => [
      [pointer, asObject(valueAt(document.raw, pointer))] as [string, JsonObject],
      ...described(pointerTo(pointer, "parameters")),
      ...described(pointerTo(pointer, "responses")),
    ]),
    ...described("/components/schemas"),
    ...described("/components/links"),
  ];
  expect(parts.length).toBeGreaterThan(200);
  expect(parts.filter(([, part]) => !SENTENCE.test(String(part.description))).map(([pointer]) => pointer)).toEqual([]);
});

test("describes every property in a sentence, in place or in what it refers to", () => {
  const properties = schemas()
    .filter(([pointer]) => !pointer.includes("/not"))
    .flatMap(([pointer]) => described(pointerTo(pointer, "properties")));
  expect(properties.length).toBeGreaterThan(200);
  const bare = properties.filter(([, schema]) => !SENTENCE.test(String(schema.description)));
  expect(bare.map(([pointer]) => pointer)).toEqual([]);
});

test("gives examples that are valid, of each parameter, body, response and schema", () => {
  const holders = document.operations.flatMap(({ id, pointer, parameters, body, responses }) => [
    ...described(pointerTo(pointer, "parameters")).flatMap(([, holder], index) =>
      examplesOf(holder).map((value) => [parameters[index]?.pointer ?? id, value] as const),
    ),
    ...[...(body === null ? [] : [body]), ...responses.values()].flatMap(({ pointer: place }) =>
      examplesOf(asObject(valueAt(document.raw, place.replace(/\/schema$/u, "")))).map(
        (value) => [place, value] as const,
      ),
    ),
  ]);
  const own = schemas().flatMap(([pointer, { examples }]) =>
    (Array.isArray(examples) ? examples : []).map((value) => [pointer, value] as const),
  );
  expect(holders.length).toBeGreaterThan(140);
  expect(own.length).toBeGreaterThan(100);
  const invalid = [...holders, ...own].filter(([place, value]) => validator.validate(place, value).length > 0);
  expect(invalid).toEqual([]);
});

test("finds an example that breaks a rule of its schema", () => {
  expect(validator.validate("/components/schemas/Task/properties/priority", "urgently")).not.toEqual([]);
});
