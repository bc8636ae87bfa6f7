import { expect, test } from "vitest";
import { boundaryRequests } from "./boundaries.ts";
import { documentOf } from "./document-of.test.support.ts";
import { unsatisfiableSchemas } from "./unsatisfiable.ts";

test("names the schema whose bounds exclude each other, optional or not", () => {
  const properties = { good: { type: "string" }, bad: { type: "integer", minimum: 5, maximum: 4 } };
  const { document, operation } = documentOf({ body: { type: "object", properties } });
  expect(unsatisfiableSchemas(document, operation)).toEqual(["op.body.bad"]);
});

test("makes it the operator's mistake that an operation cannot be tested", () => {
  const properties = { bad: { type: "string", minLength: 5, maxLength: 4 } };
  const { document, operation } = documentOf({ body: { type: "object", properties } });
  expect(() => boundaryRequests(document, operation)).toThrow(/"op.body.bad"/);
});

test("finds a required member that nothing can match", () => {
  const { document, operation } = documentOf({
    body: { type: "object", required: ["a"], additionalProperties: false },
  });
  expect(unsatisfiableSchemas(document, operation)).toEqual(["op.body"]);
});

test("finds nothing to report where a safe zone alone is empty: no value can be made up there", () => {
  const cursor = { type: "string", "x-safe": { schema: { not: {} }, reason: "opaque" } };
  const { document, operation } = documentOf({ query: { cursor } as never });
  expect(unsatisfiableSchemas(document, operation)).toEqual([]);
});
