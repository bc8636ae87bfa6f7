import { expect, test } from "vitest";
import { loadDocument, readApiDocument } from "../document/document.ts";
import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerTo } from "../pointer.ts";
import { validatorOf } from "./validate.ts";

const document = await loadDocument();
const validator = validatorOf(document);

/** `address instancePointer` of each violation. */
function broken(place: string, value: Json, judge = validator): string[] {
  return judge.validate(place, value).map(({ address, instancePointer }) => `${address} ${instancePointer}`.trim());
}

/** A validator for one schema, which stands as a body at the address `x.body`. */
function forSchema(schema: JsonObject, schemas: JsonObject = {}) {
  const operation = {
    operationId: "x",
    requestBody: { content: { "application/json": { schema } } },
    responses: { "200": { description: "d" } },
  };
  const root = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: { "/v1/agent/x": { post: operation } },
    components: { schemas },
  };
  return validatorOf(readApiDocument(root, "the document"));
}

test("names the constraint, the place in the value and the place in the document", () => {
  expect(validator.validate("create-task.body", { title: "x".repeat(501) })).toEqual([
    {
      address: "create-task.body.title.maxLength",
      instancePointer: "/title",
      documentPointer: "/components/schemas/CreateTaskRequest/properties/title/maxLength",
      keyword: "maxLength",
      message: "must NOT have more than 500 characters",
      params: { limit: 500 },
    },
  ]);
});

test.each<[string, string, Json, string[]]>([
  ["an empty response", "create-task.200", {}, ["Success.required.success", "Success.required.data"]],
  [
    "a false success",
    "create-task.200",
    { success: false, data: { id: "a", version: 1 } },
    ["Success.success.const /success"],
  ],
  ["data of the wrong type, once", "create-task.200", { success: true, data: 5 }, ["Success.data.type /data"]],
  ["a list for an object", "create-task.200", { success: true, data: [] }, ["Task.type /data"]],
  ["an object for a list", "list-tasks.200", { success: true, data: {} }, ["ListTasksSuccess.data.type /data"]],
  [
    "a field of an item",
    "list-tasks.200",
    { success: true, data: [{ id: "a", version: 1, status: "open" }] },
    ["TaskStatus.enum /data/0/status"],
  ],
  [
    "a value that requests and responses list alike",
    "create-task.200",
    { success: true, data: { id: "a", version: 1, priority: "critical" } },
    ["TaskPriority.enum /data/priority"],
  ],
  [
    "the same value of a request",
    "create-task.body",
    { title: "a", priority: "critical" },
    ["create-task.body.priority.enum /priority"],
  ],
  ["a type once, not its enum", "Task", { id: "a", version: 1, status: 5 }, ["TaskStatus.type /status"]],
  ["a missing version", "Task", { id: "a" }, ["Task.required.version"]],
  ["a meta without an id", "Meta", { timestamp: "2026-01-01T00:00:00Z" }, ["Meta.required.requestId"]],
  ["a timestamp that is none", "Meta", { requestId: "a", timestamp: "noon" }, ["Meta.timestamp.format /timestamp"]],
  [
    "retryable in the sdk family",
    "SdkError",
    { code: "NOT_FOUND", message: "m", retryable: true },
    ["SdkError.retryable.type /retryable"],
  ],
  ["a code that there is none of, once", "SdkError", { code: "nope", message: "m" }, ["SdkError.code.anyOf /code"]],
  ["a code that is a number, once", "SdkError", { code: 5, message: "m" }, ["SdkError.code.type /code"]],
  ["query and seed_id together", "recall.body", { query: "q", seed_id: "s" }, ["recall.body.oneOf"]],
  ["neither query nor seed_id", "recall.body", {}, ["recall.body.oneOf"]],
  [
    "both lifetimes",
    "remember.body",
    { derived_from: [{ id: "a" }], ttl_seconds: 60, ttl_preset: "STABLE" },
    ["remember.body.not"],
  ],
  ["no provenance", "remember.body", { derived_from: [] }, ["remember.body.derived_from.minItems /derived_from"]],
  [
    "metadata above its size",
    "remember.body",
    { derived_from: [{}], metadata: { a: "ü".repeat(2045) } },
    ["remember.body.metadata.x-max-bytes /metadata"],
  ],
  ["a depth above its range", "recall.body", { seed_id: "s", depth: 4 }, ["recall.body.depth.maximum /depth"]],
])("finds %s", (_, place, value, expected) => {
  expect(broken(place, value)).toEqual(expected);
});

test.each<[string, string, Json]>([
  ["fields that are null or absent", "Task", { id: "a", version: 1, title: null, dueAt: null }],
  ["fields that are not listed", "Task", { id: "a", version: 1, colour: "red" }],
  [
    "a response without meta, and one where it is null",
    "create-task.200",
    { success: true, data: { id: "a", version: 1 }, meta: null },
  ],
  ["any code of authentication", "SdkError", { code: "AUTH_WHATEVER", message: "m", docs: "d", retryable: null }],
  ["a body without what only a choice requires", "create-task.body", {}],
  ["a limit above a maximum that is open", "list-tasks.query.limit", 5000],
  ["metadata of exactly its size", "remember.body", { derived_from: [{}], metadata: { a: "x".repeat(4088) } }],
  ["a recall without messages", "recall.200", { success: true, data: { hits: [], edges: [], scores: [] } }],
])("accepts %s", (_, place, value) => {
  expect(broken(place, value)).toEqual([]);
});

test("judges by the document's own choices and by safe zones when asked to", () => {
  const strict = validatorOf(document, { open: true });
  expect(broken("create-task.body", {}, strict)).toEqual(["create-task.body.required.title"]);
  expect(broken("list-tasks.query.limit", 0, strict)).toEqual(["list-tasks.query.limit.minimum"]);
  const safe = validatorOf(document, { safe: true });
  const [edge] = safe.validate("create-task.body", { title: " a " });
  expect(edge).toMatchObject({ instancePointer: "/title", keyword: "pattern" });
  expect(edge?.documentPointer).toMatch(/title\/x-safe\/schema\/pattern$/);
  expect(broken("create-task.body", { title: "Grüße, Welt" }, safe)).toEqual([]);
  expect(safe.validate("search-memories.query.cursor", "abc")).toHaveLength(1);
});

test("rejects a place that the document lacks", () => {
  expect(() => validator.validate("create-tusk.body", {})).toThrow(/create-tusk\.body/);
});

test("follows schemas that recurse", () => {
  const tree = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, inner: { $ref: "#/components/schemas/Tree" } },
  };
  const judge = forSchema({ $ref: "#/components/schemas/Tree" }, { Tree: tree });
  expect(broken("x.body", { name: "a", inner: { name: "b", inner: { name: 5 } } }, judge)).toEqual([
    "x.body.name.type /inner/inner/name",
  ]);
});

test("tells what the branch that is meant demands, and one failure where none is", () => {
  const judge = forSchema({
    properties: {
      maybe: { anyOf: [{ type: "object", properties: { a: { type: "integer" } } }, { type: "null" }] },
      shape: {
        oneOf: [
          { properties: { kind: { const: "a" }, size: { type: "integer" } } },
          { properties: { kind: { const: "b" } } },
        ],
      },
    },
  });
  expect(judge.validate("x.body", { maybe: { a: "text" } })).toMatchObject([
    { instancePointer: "/maybe/a", address: "x.body.maybe.a.type", message: "must be integer" },
  ]);
  expect(judge.validate("x.body", { maybe: 5 })).toMatchObject([{ instancePointer: "/maybe", keyword: "type" }]);
  expect(judge.validate("x.body", { maybe: null })).toEqual([]);
  expect(judge.validate("x.body", { shape: { kind: "a", size: "big" } })).toMatchObject([
    { instancePointer: "/shape/size", message: "must be integer" },
  ]);
  expect(judge.validate("x.body", { shape: {} })[0]?.message).toMatch(/exactly one of 2 forms .* matches 2/);
});

test.each<[string, JsonObject, Json, string[]]>([
  [
    "if and then",
    JSON.parse('{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }'),
    { a: 1 },
    ["x.body.then.required.b"],
  ],
  ["if and else", { if: { required: ["a"] }, else: { required: ["b"] } }, {}, ["x.body.else.required.b"]],
  ["contains", { contains: { type: "integer" } }, ["a"], ["x.body.contains"]],
  ["maxContains", { contains: { type: "integer" }, maxContains: 1 }, [1, 2], ["x.body.maxContains"]],
  ["minContains", { contains: { type: "integer" }, minContains: 2 }, [1], ["x.body.minContains"]],
  ["propertyNames", { propertyNames: { maxLength: 2 } }, { abc: 1 }, ["x.body.propertyNames"]],
  ["dependentRequired", { dependentRequired: { a: ["b"] } }, { a: 1 }, ["x.body.dependentRequired"]],
  [
    "additionalProperties",
    { properties: { a: {} }, additionalProperties: false },
    { a: 1, b: 2 },
    ["x.body.additionalProperties"],
  ],
  ["a schema for other members", { additionalProperties: { type: "integer" } }, { b: "x" }, ["x.body.{}.type /b"]],
  ["patternProperties", { patternProperties: { "^a": { type: "integer" } } }, { ab: "x" }, ["x.body.{^a}.type /ab"]],
  [
    "prefixItems",
    { prefixItems: [{ type: "integer" }], items: false },
    ["a", 1],
    ["x.body.items", "x.body[0].type /0"],
  ],
  ["a property that is forbidden", { properties: { a: false } }, { a: 1 }, ["x.body.a.false /a"]],
  ["allOf", { allOf: [{ minProperties: 1 }, { maxProperties: 0 }] }, { a: 1 }, ["x.body.maxProperties"]],
  ["multipleOf in decimals", { multipleOf: 0.01 }, 0.005, ["x.body.multipleOf"]],
  ["a nested not", { properties: { a: { not: { type: "string" } } } }, { a: "b" }, ["x.body.a.not /a"]],
])("judges %s", (_, schema, value, expected) => {
  expect(broken("x.body", value, forSchema(schema)).sort()).toEqual(expected);
});

test("takes decimals as multiples that floating point would miss", () => {
  expect(broken("x.body", 0.07, forSchema({ multipleOf: 0.01 }))).toEqual([]);
});

/** Every object that has examples with a schema, in requests, answers and parameters, by its pointer. */
function examples(value: Json, pointer = ""): [string, JsonObject][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => examples(item, pointerTo(pointer, index)));
  if (!isObject(value)) return [];
  const isHolder = isObject(value.schema) && (value.example !== undefined || isObject(value.examples));
  const inner = Object.entries(value).filter(([key]) => key !== "example" && key !== "examples");
  return [
    ...(isHolder ? [[pointer, value] as [string, JsonObject]] : []),
    ...inner.flatMap(([key, one]) => examples(one, pointerTo(pointer, key))),
  ];
}

test("has examples that keep to the document and its choices", () => {
  const strict = validatorOf(document, { open: true });
  const holders = examples(document.raw);
  expect(holders.length).toBeGreaterThan(60);
  for (const [pointer, holder] of holders) {
    const named = isObject(holder.examples)
      ? Object.values(holder.examples).map((one) => (isObject(one) ? one.value : one))
      : [];
    for (const value of [...named, ...(holder.example === undefined ? [] : [holder.example])]) {
      expect(broken(`${pointer}/schema`, value ?? null, strict), pointer).toEqual([]);
    }
  }
});
