import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Schema } from "../spec/document/model.ts";
import type { Json } from "../spec/json.ts";
import { isObject } from "../spec/json.ts";
import { documentOf } from "./document-of.test.support.ts";
import { MissingReference } from "./missing-reference.ts";
import type { RequestInput } from "./request-model.ts";
import { requestModel, requestValue } from "./request-model.ts";
import type { RequestOptions } from "./requests.ts";
import { validRequests } from "./requests.ts";

/** Every keyword that can be generated, in small schemas; each is a member of a body. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  "type list": { type: ["string", "integer", "null"] },
  const: { const: { a: [1] } },
  enum: { enum: ["a", 2, null] },
  bounds: { type: "number", minimum: 0.25, exclusiveMaximum: 0.5 },
  "narrow bounds": { type: "number", exclusiveMinimum: 0.001, exclusiveMaximum: 0.002 },
  multipleOf: { type: "integer", multipleOf: 7, minimum: 10 },
  "decimal multipleOf": { type: "number", multipleOf: 0.01, minimum: 0, maximum: 1 },
  lengths: { type: "string", minLength: 3, maxLength: 5 },
  "long text": { type: "string", minLength: 400, maxLength: 420 },
  pattern: { type: "string", pattern: "^[a-z]{2}-\\d+$" },
  "date-time": { type: "string", format: "date-time" },
  uuid: { type: "string", format: "uuid" },
  items: { type: "array", items: { type: "integer" }, minItems: 2 },
  prefixItems: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false } as Schema,
  uniqueItems: { type: "array", items: { type: "boolean" }, uniqueItems: true, minItems: 2 },
  contains: { type: "array", items: { type: "integer" }, contains: { minimum: 1000 } },
  required: {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "integer" } },
    required: ["a"],
  } as Schema,
  closed: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false } as Schema,
  "described others": { type: "object", additionalProperties: { type: "integer" }, minProperties: 2 } as Schema,
  patternProperties: { type: "object", patternProperties: { "^x-": { type: "integer" } }, minProperties: 1 } as Schema,
  "names of a length": { type: "object", propertyNames: { maxLength: 3 }, minProperties: 2 } as Schema,
  propertyNames: { type: "object", propertyNames: { pattern: "^[a-z]{3}$" }, minProperties: 1 } as Schema,
  dependentRequired: {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string" } },
    dependentRequired: { a: ["b"] },
  } as Schema,
  allOf: { allOf: [{ type: "string", minLength: 2 }, { maxLength: 3 }] } as Schema,
  anyOf: {
    anyOf: [
      { type: "string", maxLength: 2 },
      { type: "integer", minimum: 7 },
    ],
  } as Schema,
  oneOf: {
    oneOf: [
      { type: "integer", minimum: 0 },
      { type: "integer", maximum: 5 },
    ],
  } as Schema,
  not: { type: "string", not: { enum: ["a", "b"] } } as Schema,
  if: JSON.parse(
    '{"type":"object","properties":{"k":{"enum":["x","y"]},"v":{"type":"string"}},"required":["k"],"if":{"properties":{"k":{"const":"x"}}},"then":{"required":["v"]}}',
  ),
  recursion: { $ref: "#/components/schemas/Tree" },
  "x-max-bytes": { type: "object", "x-max-bytes": 60 },
  "x-safe": {
    type: "integer",
    minimum: 1,
    "x-safe": { schema: { maximum: 3 }, reason: "readings differ above" },
  } as Schema,
};

const COMPONENTS: Readonly<Record<string, Schema>> = {
  Tree: {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      children: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    },
  } as Schema,
};

const SEED = 20;

function requestsWith(member: Schema, options: RequestOptions = {}) {
  const { document, operation } = documentWith(member);
  return validRequests(document, operation, options);
}

function documentWith(member: Schema) {
  const body = { type: "object", properties: { member }, required: ["member"] } as never as Schema;
  return documentOf({ body }, COMPONENTS);
}

function memberOf(body: Json | undefined): Json {
  return isObject(body) ? (body.member ?? null) : null;
}

test.each(Object.entries(SCHEMAS))("%s: the same seed gives the same values", (_name, schema) => {
  const sample = () => fc.sample(requestsWith(schema), { seed: SEED, numRuns: 20 });
  expect(sample()).toEqual(sample());
});

test.each(Object.entries(SCHEMAS))("%s: only valid values, plain JSON, shrunk ones too", (_name, schema) => {
  const { document, operation } = documentWith(schema);
  const { rules, safe } = requestModel(document, operation);
  const isValid = (request: RequestInput) =>
    rules.judge(requestValue(request)).length === 0 &&
    safe.judge(requestValue(request)).length === 0 &&
    JSON.stringify(JSON.parse(JSON.stringify(request))) === JSON.stringify(request);
  let count = 0;
  // The property fails late on purpose, so that it shrinks: every value tried on the way down has to be valid too.
  const details = fc.check(
    fc.property(validRequests(document, operation), (request) => {
      if (!isValid(request)) throw new TypeError(JSON.stringify(request));
      count += 1;
      return count < 40;
    }),
    { seed: SEED, numRuns: 60 },
  );
  expect(details.errorInstance).not.toBeInstanceOf(TypeError);
  expect(count).toBeGreaterThanOrEqual(40);
});

test("never makes up an identifier: a token stands for it", () => {
  const channel: Schema = { type: "string", "x-reference": "channel" };
  const [request] = fc.sample(requestsWith(channel), { seed: SEED, numRuns: 1 });
  expect(memberOf(request?.body)).toBe("$reference:channel");
});

test("says which kind of identifier is missing when a required member needs it", () => {
  const channel: Schema = { type: "string", "x-reference": "channel" };
  expect(() => requestsWith(channel, { available: (kind) => kind !== "channel" })).toThrow(MissingReference);
});

test("leaves an optional member out when its identifier is not available", () => {
  const body = { type: "object", properties: { to: { type: "string", "x-reference": "task" } } } as never as Schema;
  const { document, operation } = documentOf({ body });
  const requests = fc.sample(validRequests(document, operation, { available: () => false }), {
    seed: SEED,
    numRuns: 20,
  });
  expect(requests.map((request) => request.body)).toEqual(requests.map(() => ({})));
});

test("sends what is fixed, whatever the schema says of it, and chooses the branch that goes with it", () => {
  const body = {
    type: "object",
    properties: { a: { type: "string", maxLength: 2 }, b: { type: "string" } },
    oneOf: [{ required: ["a"] }, { required: ["b"] }],
  } as never as Schema;
  const { document, operation } = documentOf({ body });
  const fixed = validRequests(document, operation, { fixed: { body: { a: "much too long" } } });
  for (const request of fc.sample(fixed, { seed: SEED, numRuns: 20 }))
    expect(request.body).toEqual({ a: "much too long" });
});

test("sends what is required, and the rest by chance", () => {
  const query = { a: { type: "integer" }, b: { type: "integer" }, c: { type: "integer" } } as const;
  const { document, operation } = documentOf({ query });
  const options: RequestOptions = { require: ["/parameters/a"] };
  const requests = fc.sample(validRequests(document, operation, options), { seed: SEED, numRuns: 30 });
  expect(requests.every(({ parameters }) => "a" in parameters)).toBe(true);
  expect(new Set(requests.map(({ parameters }) => "c" in parameters))).toEqual(new Set([true, false]));
});

test("writes header values that every client can send", () => {
  const { document, operation } = documentOf({ headers: { "x-note": { type: "string" } }, required: ["x-note"] });
  const sent = fc.sample(validRequests(document, operation), { seed: 1, numRuns: 200 });
  const notes = sent.map(({ parameters }) => String(parameters["x-note"]));
  expect(notes.filter((note) => !/^[ -~]*$/.test(note))).toEqual([]);
  expect(new Set(notes).size).toBeGreaterThan(50);
});

test("reports a document in which nothing can match as the operator's mistake", () => {
  expect(() => requestsWith({ type: "integer", minimum: 5, maximum: 4 })).toThrow(/no request of op/);
});
