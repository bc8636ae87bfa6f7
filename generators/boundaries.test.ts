import { expect, test } from "vitest";
import type { Schema } from "../spec/document/model.ts";
import { boundaryRequests } from "./boundaries.ts";
import { documentOf } from "./document-of.test.support.ts";

function valuesAt(schema: Schema, keyword: string) {
  const { document, operation } = documentOf({ body: { type: "object", properties: { member: schema as never } } });
  return boundaryRequests(document, operation)
    .filter(({ address }) => address === `op.body.member.${keyword}`)
    .map(({ value }) => value);
}

test("tries a bound itself and the value just inside", () => {
  expect(valuesAt({ type: "integer", minimum: 1, maximum: 9 }, "maximum")).toEqual([9, 8]);
  expect(valuesAt({ type: "integer", minimum: 1, maximum: 9 }, "minimum")).toEqual([1, 2]);
  expect(valuesAt({ type: "number", exclusiveMinimum: 0, maximum: 1 }, "exclusiveMinimum")).toEqual([0.01]);
});

test("stays inside the part of a bound that every reading accepts", () => {
  const schema = { type: "integer", maximum: 90, "x-safe": { schema: { maximum: 20 }, reason: "readings differ" } };
  expect(valuesAt(schema as Schema, "maximum")).toEqual([20, 19]);
});

test("counts the characters of a text in letters", () => {
  const lengths = valuesAt({ type: "string", minLength: 1, maxLength: 500 }, "maxLength").map(
    (text) => String(text).length,
  );
  expect(lengths).toEqual([500, 499]);
});

test("the shortest texts are what careless code takes for nothing, or for a number", () => {
  expect(valuesAt({ type: "string", minLength: 1, maxLength: 500 }, "minLength")).toEqual(["0", "00"]);
  expect(valuesAt({ type: "string", minLength: 1, pattern: "^[a-z]+$" }, "minLength")).not.toContain("0");
});

test("tries every enum value and both booleans", () => {
  expect(valuesAt({ enum: ["a", "b", "c"] }, "enum")).toEqual(["a", "b", "c"]);
  expect(valuesAt({ type: "boolean" }, "type")).toContain(true);
  expect(valuesAt({ type: "boolean" }, "type")).toContain(false);
});

test("fills an object up to the bytes that even an indented, escaped form may have", () => {
  const [value] = valuesAt({ type: "object", "x-max-bytes": 300 }, "x-max-bytes");
  expect(Buffer.byteLength(JSON.stringify(value, null, 4))).toBe(300);
});

test("tries no optional member, each alone, each pair of parameters, and all", () => {
  const query = { a: { type: "integer" }, b: { type: "integer" }, c: { type: "integer" } } as const;
  const { document, operation } = documentOf({ query });
  const sets = boundaryRequests(document, operation).map(({ input }) => Object.keys(input.parameters).sort().join(""));
  expect([...new Set(sets)].sort()).toEqual(["", "a", "ab", "abc", "ac", "b", "bc", "c"]);
});

test("tries each form that a request may have", () => {
  const schema = { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] } as Schema;
  expect(valuesAt(schema, "oneOf").map((value) => Object.keys(value as object))).toEqual([["a"], ["b"]]);
  expect(
    valuesAt({ anyOf: [{ type: "boolean" }, { type: "integer" }] } as Schema, "anyOf").map((one) => typeof one),
  ).toEqual(["boolean", "number"]);
});
