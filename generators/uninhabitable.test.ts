import { expect, test } from "vitest";
import { documentOf } from "./document-of.test.support.ts";
import { uninhabitable } from "./uninhabitable.ts";

test("names the schema whose bounds exclude each other, optional or not", () => {
  const properties = { good: { type: "string" }, bad: { type: "integer", minimum: 5, maximum: 4 } };
  const { document } = documentOf({ body: { type: "object", properties } });
  expect(uninhabitable(document)).toEqual([{ operation: "op", address: "op.body.bad", pointer: "/body/bad" }]);
});

test("finds nothing to report where a safe zone alone is empty: no value can be made up there", () => {
  const cursor = { type: "string", "x-safe": { schema: { not: {} }, reason: "opaque" } };
  const { document } = documentOf({ query: { cursor } as never });
  expect(uninhabitable(document)).toEqual([]);
});
