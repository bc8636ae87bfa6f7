import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Schema } from "../../spec/document/model.ts";
import { documentOf } from "../document-of.test.support.ts";
import { requestModel, requestValue } from "../request-model.ts";
import { invalidArbitrary } from "./arbitrary.ts";
import { invalidRequests } from "./requests.ts";

/** A keyword, a schema that has it, and the mutation that has to break it. */
const RULES: readonly (readonly [string, Schema, string])[] = [
  ["type", { type: "integer" }, "wrong-type"],
  ["enum", { enum: ["a", "b"] }, "outside-enum"],
  ["const", { const: "a" }, "not-const"],
  ["maximum", { type: "integer", maximum: 9 }, "above-maximum"],
  ["minimum", { type: "number", minimum: 0 }, "below-minimum"],
  ["exclusiveMaximum", { type: "number", exclusiveMaximum: 9 }, "not-below-maximum"],
  ["exclusiveMinimum", { type: "number", exclusiveMinimum: 0 }, "not-above-minimum"],
  ["multipleOf", { type: "integer", multipleOf: 5 }, "not-multiple"],
  ["maxLength", { type: "string", maxLength: 5 }, "too-long"],
  ["minLength", { type: "string", minLength: 2 }, "too-short"],
  ["pattern", { type: "string", pattern: "^[a-z]+$" }, "wrong-pattern"],
  ["format", { type: "string", format: "date-time" }, "wrong-format"],
  ["maxItems", { type: "array", maxItems: 2, items: { type: "string" } }, "too-many-items"],
  ["minItems", { type: "array", minItems: 1, items: { type: "string" } }, "too-few-items"],
  ["uniqueItems", { type: "array", uniqueItems: true, items: { type: "string" } }, "repeated-item"],
  ["contains", { type: "array", items: { type: "integer" }, contains: { minimum: 5 } }, "not-contained"],
  [
    "minContains",
    { type: "array", items: { type: "integer" }, contains: { minimum: 5 }, minContains: 2 },
    "too-few-contained",
  ],
  [
    "maxContains",
    { type: "array", items: { type: "integer" }, contains: { minimum: 5 }, maxContains: 2 },
    "too-many-contained",
  ],
  ["items", { type: "array", prefixItems: [{ type: "string" }], items: false } as Schema, "surplus-item"],
  ["propertyNames", { type: "object", propertyNames: { pattern: "^[a-z]+$" } }, "wrong-name"],
  ["maxProperties", { type: "object", maxProperties: 2 }, "too-many-members"],
  ["minProperties", { type: "object", minProperties: 1 }, "too-few-members"],
  ["additionalProperties", { type: "object", additionalProperties: false } as Schema, "unknown-member"],
  ["dependentRequired", { type: "object", dependentRequired: { a: ["b"] } } as Schema, "missing-dependent"],
  [
    "anyOf",
    {
      anyOf: [
        { type: "integer", minimum: 5 },
        { type: "integer", maximum: 1 },
      ],
    } as Schema,
    "none-of-any",
  ],
  ["oneOf", { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] } as Schema, "none-of-one"],
  ["oneOf", { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] } as Schema, "more-than-one"],
  ["not", { type: "object", not: { required: ["a", "b"] } } as Schema, "excluded-combination"],
  ["x-max-bytes", { type: "object", "x-max-bytes": 80 }, "too-large"],
  [
    "if",
    JSON.parse('{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}') as Schema,
    "broken-condition",
  ],
];

function bodyOf(member: Schema) {
  return documentOf({ body: { type: "object", properties: { member: member as never }, required: ["member"] } });
}

test.each(RULES)("breaks %s alone, with the closest valid request", (keyword, schema, mutation) => {
  const { document, operation } = bodyOf(schema);
  const { rules } = requestModel(document, operation);
  const cases = invalidRequests(document, operation).filter(
    (invalidCase) => invalidCase.mutation === mutation && invalidCase.pointer !== "/body",
  );
  expect(cases.length).toBeGreaterThan(0);
  for (const invalidCase of cases) {
    expect(invalidCase.address).toBe(`op.body.member.${keyword}`);
    expect(rules.judge(requestValue(invalidCase.control))).toEqual([]);
    expect(rules.judge(requestValue(invalidCase.input)).length).toBeGreaterThan(0);
  }
});

test.each(RULES)("breaks %s alone in random requests too, and while they shrink", (keyword, schema) => {
  const { document, operation } = bodyOf(schema);
  const { rules, safe } = requestModel(document, operation);
  let count = 0;
  const check = fc.check(
    fc.property(invalidArbitrary(document, operation, `op.body.member.${keyword}`), ({ input, control }) => {
      count += 1;
      const isGood = safe.judge(requestValue(control)).length === 0 && rules.judge(requestValue(input)).length > 0;
      if (!isGood) throw new TypeError(JSON.stringify({ input, control }));
      return count < 20;
    }),
    { seed: 3, numRuns: 30 },
  );
  expect(check.errorInstance).not.toBeInstanceOf(TypeError);
  expect(count).toBeGreaterThanOrEqual(20);
});

test("takes out a required member, and a required parameter", () => {
  const { document, operation } = bodyOf({ type: "string" });
  expect(invalidRequests(document, operation).map(({ address }) => address)).toContain("op.body.required.member");
  const get = documentOf({ query: { q: { type: "string" } }, required: ["q"] });
  expect(invalidRequests(get.document, get.operation).map(({ pointer }) => pointer)).toContain("/parameters/q");
});

test("leaves alone what is open", () => {
  const open: Schema = { type: "integer", maximum: 9, "x-open": { maximum: "rejected or cut down" } };
  const { document, operation } = bodyOf(open);
  expect(invalidRequests(document, operation).map(({ keyword }) => keyword)).not.toContain("maximum");
});

test("drops a mutant of a query that arrives as a valid one", () => {
  const { document, operation } = documentOf({
    query: { text: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
  });
  expect(invalidRequests(document, operation)).toEqual([]);
});

test("never uses values that a lenient reading maps to valid ones", () => {
  const { document, operation } = bodyOf({ type: "integer" });
  const values = invalidRequests(document, operation)
    .filter(({ keyword }) => keyword === "type")
    .map(({ after }) => after);
  for (const coercible of ["12", 1, null, true, 1.5]) expect(values).not.toContainEqual(coercible);
});

test("joins the words of a listed value in another way", () => {
  const { document, operation } = bodyOf({ enum: ["todo", "in_progress"], type: "string" } as Schema);
  const values = invalidRequests(document, operation).filter(({ keyword }) => keyword === "enum");
  // The nearest come first: few are tried where there is little to spend.
  expect(values.map(({ after }) => after).slice(0, 2)).toEqual(["in-progress", "other"]);
});
