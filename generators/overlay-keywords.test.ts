import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDocument } from "../spec/document/document.ts";
import type { ApiDocument, Operation } from "../spec/document/model.ts";
import type { Json } from "../spec/json.ts";
import { boundaryRequests } from "./boundaries.ts";
import type { InvalidCase } from "./cases.ts";
import { invalidRequests } from "./invalid/requests.ts";
import { requestModel, requestValue } from "./request-model.ts";
import { validRequests } from "./requests.ts";

const COUNTED = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };

/** What overlays bring: a member for each keyword, and where in the member the constraint stands that has to be broken. */
const MEMBERS: Readonly<Record<string, readonly [schema: Json, constraint: string]>> = {
  type: [{ type: "integer" }, "type"],
  typeList: [{ type: ["string", "integer"] }, "type"],
  const: [{ const: { a: [1], valueOf: 2 } }, "const"],
  enum: [{ enum: ["a", { toString: 1 }] }, "enum"],
  bounds: [{ type: "integer", minimum: 2, maximum: 9 }, "maximum"],
  openBounds: [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, "exclusiveMaximum"],
  multipleOf: [{ type: "integer", multipleOf: 7 }, "multipleOf"],
  lengths: [{ type: "string", minLength: 3, maxLength: 8 }, "minLength"],
  pattern: [{ type: "string", pattern: "^[a-z]{2}-\\d+$" }, "pattern"],
  format: [{ type: "string", format: "date-time" }, "format"],
  items: [{ type: "array", items: { type: "integer" }, minItems: 1 }, "[].type"],
  prefixItems: [{ type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], minItems: 2 }, "[1].type"],
  uniqueItems: [{ type: "array", items: COUNTED, uniqueItems: true, minItems: 2 }, "uniqueItems"],
  uniqueFreeItems: [{ type: "array", items: { type: "object" }, uniqueItems: true, minItems: 2 }, "uniqueItems"],
  uniqueOptionalItems: [
    {
      type: "array",
      items: { type: "object", properties: { a: { type: "boolean" } } },
      uniqueItems: true,
      minItems: 2,
    },
    "uniqueItems",
  ],
  contains: [{ type: "array", items: { type: "integer" }, contains: { minimum: 50 } }, "contains"],
  properties: [{ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, "a.type"],
  required: [{ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, "required.a"],
  closed: [
    { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
    "additionalProperties",
  ],
  others: [{ type: "object", additionalProperties: { type: "integer" }, minProperties: 1 }, "{}.type"],
  patternProperties: [
    {
      type: "object",
      patternProperties: { "^x-": { type: "integer" } },
      minProperties: 1,
      additionalProperties: false,
    },
    "additionalProperties",
  ],
  propertyNames: [{ type: "object", propertyNames: { pattern: "^[a-z]+$" } }, "propertyNames"],
  dependentRequired: [{ type: "object", dependentRequired: { a: ["b"] } }, "dependentRequired"],
  allOf: [{ allOf: [{ type: "string" }, { maxLength: 4 }] }, "maxLength"],
  anyOf: [
    {
      anyOf: [
        { type: "integer", minimum: 5 },
        { type: "integer", maximum: 1 },
      ],
    },
    "anyOf",
  ],
  oneOf: [{ type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] }, "oneOf"],
  not: [{ type: "object", not: { required: ["a", "b"] } }, "not"],
  condition: [JSON.parse('{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}'), "if"],
  tree: [{ $ref: "#/components/schemas/Tree" }, "required.name"],
  maxBytes: [{ type: "object", "x-max-bytes": 80 }, "x-max-bytes"],
};

const TREE = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, inner: { $ref: "#/components/schemas/Tree" } },
};

const folder = mkdtempSync(join(tmpdir(), "wac-keywords-"));
let document: ApiDocument;
let operation: Operation;
let invalid: readonly InvalidCase[];

beforeAll(async () => {
  const overlay = join(folder, "overlay.json");
  const properties = Object.fromEntries(Object.entries(MEMBERS).map(([name, [schema]]) => [name, schema]));
  const body = "$.paths['/v1/agent/block-task'].post.requestBody.content['application/json'].schema.properties";
  const actions = [
    { target: "$.components.schemas", update: { Tree: TREE } },
    { target: body, update: properties },
  ];
  writeFileSync(overlay, JSON.stringify({ overlay: "1.0.0", info: { title: "Ours", version: "1.0.0" }, actions }));
  document = await loadDocument({ overlay });
  operation = document.operations.find(({ id }) => id === "block-task") as Operation;
  invalid = invalidRequests(document, operation);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.keys(MEMBERS))("%s from an overlay: valid requests carry it and keep to it", (name) => {
  const { rules, safe } = requestModel(document, operation);
  const require = [`/body/${name}`];
  for (const request of fc.sample(validRequests(document, operation, { require }), { seed: 5, numRuns: 8 })) {
    expect(request.body).toHaveProperty(name);
    expect([rules, safe].map(({ judge }) => judge(requestValue(request)))).toEqual([[], []]);
  }
});

test.each(Object.entries(MEMBERS))(
  "%s from an overlay: is broken alone, with the closest valid request",
  (name, [, constraint]) => {
    const { rules } = requestModel(document, operation);
    const cases = invalid.filter(({ address }) => address.startsWith(`block-task.body.${name}`));
    expect(cases.map(({ address }) => address.slice(`block-task.body.${name}`.length)).join(" ")).toContain(constraint);
    for (const { control, input } of cases) {
      expect(rules.judge(requestValue(control))).toEqual([]);
      expect(rules.judge(requestValue(input))).not.toEqual([]);
    }
  },
);

test("what overlays bring is tried at its bounds too", () => {
  const tried = boundaryRequests(document, operation).map(({ address }) => address);
  for (const name of ["bounds", "lengths", "items", "enum", "tree"]) {
    expect(tried.some((address) => address.startsWith(`block-task.body.${name}`))).toBe(true);
  }
}, 30_000);

test("compares objects as data, whatever their members are called", () => {
  const { rules } = requestModel(document, operation);
  const request = (member: Json) =>
    rules.judge({ parameters: {}, body: { taskId: "t", reason: "r", uniqueItems: member } });
  const unusual = { count: 1, valueOf: 1, toString: "x", constructor: null };
  expect(request([unusual, { ...unusual, valueOf: 2 }])).toEqual([]);
  expect(request([unusual, { constructor: null, toString: "x", valueOf: 1, count: 1 }])).toMatchObject([
    { keyword: "uniqueItems" },
  ]);
});
