import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Schema } from "../spec/document/model.ts";
import { OperatorError } from "../spec/operator-error.ts";
import { boundaryRequests } from "./boundaries.ts";
import { disputedRequests } from "./disputed/requests.ts";
import { documentOf } from "./document-of.test.support.ts";
import { invalidRequests } from "./invalid/requests.ts";
import { requestModel, requestValue } from "./request-model.ts";
import { validRequests } from "./requests.ts";

const small = fc.integer({ min: 0, max: 4 });
const name = fc.constantFrom("a", "b", "c");
const names = fc.uniqueArray(name, { maxLength: 2 });
const literal = fc.constantFrom("x", "yy", 0, 3, true, null);

/** Schemas of the supported keywords, nested and combined at random: most make sense, some contradict themselves. */
const { schema: anySchema } = fc.letrec<{ schema: Schema }>((tie) => {
  const inner = tie("schema") as fc.Arbitrary<Schema>;
  const some = (keywords: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record(keywords, { requiredKeys: [], noNullPrototype: true });
  const typed = (type: string, keywords: Record<string, fc.Arbitrary<unknown>>) =>
    some(keywords).map((rest) => ({ type, ...rest }));
  const properties = fc.dictionary(name, inner, { maxKeys: 3, noNullPrototype: true });
  const leaf = fc.oneof(
    typed("integer", { minimum: small, maximum: fc.integer({ min: 3, max: 9 }), multipleOf: fc.constantFrom(1, 2, 3) }),
    typed("number", { exclusiveMinimum: small, maximum: fc.integer({ min: 4, max: 9 }) }),
    typed("string", { minLength: small, maxLength: fc.integer({ min: 3, max: 9 }) }),
    typed("string", { pattern: fc.constantFrom("^[a-z]+$", "^\\d{2,4}$", "-") }),
    typed("boolean", {}),
    fc.record({ enum: fc.uniqueArray(literal, { minLength: 1 }) }),
    typed("string", { "x-reference": fc.constantFrom("task", "channel") }),
  );
  const list = typed("array", {
    items: inner,
    minItems: small,
    maxItems: fc.integer({ min: 2, max: 5 }),
    uniqueItems: fc.boolean(),
  });
  const object = typed("object", {
    properties,
    required: names,
    additionalProperties: fc.oneof(fc.boolean(), inner),
    minProperties: small,
    dependentRequired: fc.dictionary(name, names, { maxKeys: 1, noNullPrototype: true }),
  });
  const branch = fc.record({ required: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }) });
  const combined = fc.oneof(
    fc.record({ anyOf: fc.array(inner, { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(inner, { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(inner, { minLength: 1, maxLength: 2 }) }),
    fc.tuple(object, fc.record({ not: branch })).map(([one, other]) => ({ ...one, ...other })),
    fc
      .tuple(object, fc.record({ oneOf: fc.array(branch, { minLength: 2, maxLength: 2 }) }))
      .map(([one, other]) => ({ ...one, ...other })),
    fc.tuple(leaf, fc.record({ not: leaf })).map(([one, other]) => ({ ...one, ...other })),
  );
  return {
    schema: fc.oneof({ depthSize: "small", maxDepth: 3 }, leaf, list, object, combined) as fc.Arbitrary<Schema>,
  };
});

/** Runs work that may find the document at fault; anything but an operator error is ours. */
function unlessRejected(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
  }
}

test("keeps its word for any schema: valid is valid, invalid breaks a rule with the closest valid request, bounds are accepted", () => {
  const seen = { valid: 0, boundary: 0, invalid: 0 };
  const holds = (member: Schema) => {
    const { document, operation } = documentOf({ body: { type: "object", properties: { member: member as never } } });
    const { rules, safe } = requestModel(document, operation);
    unlessRejected(() => {
      const requests = fc.sample(validRequests(document, operation, { require: ["/body/member"] }), {
        seed: 1,
        numRuns: 5,
      });
      seen.valid += requests.length;
      for (const request of requests) expect(rules.judge(requestValue(request))).toEqual([]);
    });
    unlessRejected(() => {
      for (const boundaryCase of boundaryRequests(document, operation)) {
        seen.boundary += 1;
        expect(safe.judge(requestValue(boundaryCase.input)), boundaryCase.description).toEqual([]);
      }
    });
    unlessRejected(() => {
      for (const invalidCase of invalidRequests(document, operation)) {
        seen.invalid += 1;
        expect(safe.judge(requestValue(invalidCase.control)), invalidCase.description).toEqual([]);
        expect(rules.judge(requestValue(invalidCase.input)).length, invalidCase.description).toBeGreaterThan(0);
      }
    });
    unlessRejected(() => void disputedRequests(document, operation));
  };
  fc.assert(fc.property(anySchema, holds), {
    seed: 11,
    numRuns: 60,
  });
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
});
