import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDocument } from "../document/document.ts";
import type { Json } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerOfReference, valueAt } from "../pointer.ts";
import { type CompiledDocument, preparationKey } from "./compiled-schemas.ts";
import { schemaCode } from "./schema-code.ts";
import { createSchemaEngine } from "./schema-engine.ts";

const document = await loadDocument();
const require = createRequire(import.meta.url);
let folder: string;
let kept: CompiledDocument;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wac-schemas-"));
  writeFileSync(join(folder, "schemas.cjs"), schemaCode(document));
  kept = require(join(folder, "schemas.cjs")) as CompiledDocument;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OTHERS: readonly Json[] = [null, true, 0, -1, 1.5, 1e6, "", " a ", "x".repeat(501), [], ["x", "x"], {}, { a: 1 }];
const TEXTS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T10:20:30.5Z",
  uri: "https://example.com/a",
  date: "2026-01-31",
};

/** A value with everything in it that a schema names; of choices the first. */
function fullValue(schema: Json | undefined, depth = 0): Json {
  if (!isObject(schema) || depth > 8) return "x";
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  const parts = [schema.$ref, ...[schema.allOf, schema.oneOf, schema.anyOf].map((list) => Array.isArray(list) && list)];
  const values = parts.flatMap((part) => {
    if (typeof part === "string") return [fullValue(valueAt(document.raw, pointerOfReference(part) ?? ""), depth + 1)];
    return Array.isArray(part) ? part.map((one) => fullValue(one, depth + 1)) : [];
  });
  const own = ownValue(schema, Array.isArray(schema.type) ? schema.type[0] : schema.type, depth);
  const objects = [...values, own].filter(isObject);
  return objects.length > 0 ? Object.assign({}, ...objects) : (own ?? values[0] ?? "x");
}

function ownValue(schema: Json & object, type: Json | undefined, depth: number): Json | undefined {
  if (!isObject(schema)) return undefined;
  if (type === "array") return [fullValue(schema.items, depth + 1)];
  if (type === "string") return TEXTS[String(schema.format)] ?? "text";
  if (type === "integer" || type === "number") return Number(schema.minimum ?? 1);
  if (type === "boolean") return true;
  if (!isObject(schema.properties)) return type === "object" ? { any: "thing" } : undefined;
  const members = Object.entries(schema.properties);
  return Object.fromEntries(members.map(([name, member]) => [name, fullValue(member, depth + 1)]));
}

/** The value with one place of it taken out, or replaced by each of the others. */
function* variations(value: Json): Generator<Json> {
  yield value;
  yield* OTHERS;
  if (Array.isArray(value)) for (const item of value) for (const other of variations(item)) yield [other, item];
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _, ...rest } = value;
    yield rest;
    for (const other of variations(member)) yield { ...rest, [name]: other };
  }
}

test.each([
  { open: false, safe: false },
  { open: true, safe: true },
])("schemas that were kept as code judge as those that are compiled now: %o", (options) => {
  const schemas = kept.readings[preparationKey(options)];
  if (schemas === undefined) throw new Error("nothing was kept");
  const places = Object.keys(schemas(require, { formats: {}, bytes: () => 0, judge: () => [] }));
  const fresh = createSchemaEngine(document.raw, options);
  const loaded = createSchemaEngine(document.raw, options, schemas);
  const differing: unknown[] = [];
  const counts = { valid: 0, invalid: 0 };
  for (const place of places) {
    for (const value of variations(fullValue(valueAt(document.raw, place)))) {
      const [one, other] = [fresh.failures(place, value), loaded.failures(place, value)];
      if (JSON.stringify(one) !== JSON.stringify(other)) differing.push({ place, value, one, other });
      counts[one.length === 0 ? "valid" : "invalid"] += 1;
    }
  }
  expect(differing).toEqual([]);
  expect(places.length).toBeGreaterThan(90);
  expect(counts.valid).toBeGreaterThan(1_000);
  expect(counts.invalid).toBeGreaterThan(1_000);
});

test("all that a document is judged by is kept, its components and branches among it", () => {
  const [schemas] = Object.values(kept.readings);
  const own = { formats: {}, bytes: () => 0, judge: () => [] };
  const places = Object.keys(schemas?.(require, own) ?? {});
  const asked = document.operations.flatMap(({ parameters, body, responses }) => [
    ...parameters,
    ...(body === null ? [] : [body]),
    ...responses.values(),
  ]);
  expect(places).toEqual(expect.arrayContaining(asked.map(({ pointer }) => pointer)));
  expect(places).toContain("/components/schemas/Task");
  expect(places).toContain("/components/schemas/RecallRequest/oneOf/0");
});

test("is kept for the very document that was compiled", () => {
  expect(kept.sha256).toBe(document.sha256);
});
