import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asObject, isObject, type Json, type JsonObject } from "../json.ts";
import { packageFile } from "../package-root.ts";
import { checkCode } from "./check-code.ts";
import { type Check, type CompiledChecks, checkKey } from "./compiled-checks.ts";
import { settingsSchema } from "./settings-schema.ts";

const require = createRequire(import.meta.url);
const schema = JSON.parse(readFileSync(packageFile("spec", "schemas", "target.schema.json"), "utf8")) as JsonObject;
let folder: string;
let check: Check;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wac-checks-"));
  writeFileSync(join(folder, "checks.cjs"), checkCode([schema]));
  const kept = require(join(folder, "checks.cjs")) as CompiledChecks;
  const made = kept[checkKey(schema)];
  if (made === undefined) throw new Error("nothing was kept");
  check = made(require);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OTHERS: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  100_000,
  "",
  "a b",
  "text",
  "https://example.com",
  [],
  ["x", "x"],
];

/** A value with everything in it that a schema names. */
function fullValue({
  type,
  const: only,
  enum: listed,
  properties,
  items,
  minItems,
  format,
  minimum,
}: JsonObject): Json {
  if (only !== undefined) return only;
  if (Array.isArray(listed)) return listed[0] ?? null;
  if (isObject(properties)) {
    const members = Object.entries(properties).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
    return Object.fromEntries(members.map(([name, member]) => [name, fullValue(member)]));
  }
  if (type === "array" && minItems === 2) return ["one", "other"];
  if (type === "array") return [fullValue(asObject(items))];
  if (type === "integer" || type === "number") return minimum ?? 1;
  if (type === "object") return {};
  if (format === "date") return "2030-01-31";
  return format === "uri" ? "https://example.com" : "text";
}

/** The value with one place of it taken out, replaced by each of the others, or with a key that nobody knows. */
function* variations(value: Json): Generator<Json> {
  yield value;
  yield* OTHERS;
  if (Array.isArray(value)) for (const item of value) for (const other of variations(item)) yield [other];
  if (!isObject(value)) return;
  yield { ...value, unknown: 1 };
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _, ...rest } = value;
    yield rest;
    for (const other of variations(member)) yield { ...rest, [name]: other };
  }
}

test("a check that was kept as code says yes where there is nothing to tell, and no where there is", () => {
  const { problems } = settingsSchema(schema);
  const values = [...variations(fullValue(schema))];
  const differing = values.filter((value) => check(value) !== (problems(value).length === 0));
  expect(differing).toEqual([]);
  expect(values.filter(check).length).toBeGreaterThan(50);
  expect(values.filter((value) => !check(value)).length).toBeGreaterThan(200);
});
