import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { constraintsOf } from "../spec/document/constraints.ts";
import { loadDocument } from "../spec/document/document.ts";
import { boundaryRequests } from "./boundaries.ts";
import { disputedRequests } from "./disputed/requests.ts";
import { invalidArbitrary } from "./invalid/arbitrary.ts";
import { invalidRequests } from "./invalid/requests.ts";
import { malformedBodies } from "./malformed.ts";
import { requestModel, requestValue } from "./request-model.ts";
import { validRequests } from "./requests.ts";
import { unsatisfiableSchemas } from "./unsatisfiable.ts";

const document = await loadDocument();
const addresses = new Set(constraintsOf(document).map(({ address }) => address));

/** Keywords that no request can break, or not alone, where a place on the wire is text. */
const ON_THE_WIRE = new Set(["type", "required"]);

describe.each(document.operations.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  const { rules, safe } = requestModel(document, operation);

  test("has no schema that nothing can match", () => {
    expect(unsatisfiableSchemas(document, operation)).toEqual([]);
  });

  test("has valid requests, the same ones from the same seed", () => {
    const sample = () => fc.sample(validRequests(document, operation), { seed: 4, numRuns: 40 });
    const requests = sample();
    expect(sample()).toEqual(requests);
    for (const request of requests) {
      expect(safe.judge(requestValue(request))).toEqual([]);
      expect(rules.judge(requestValue(request))).toEqual([]);
    }
  });

  test("has boundary cases that every reading accepts, each for a constraint of the document", () => {
    for (const boundaryCase of boundaryRequests(document, operation)) {
      expect(safe.judge(requestValue(boundaryCase.input)), boundaryCase.description).toEqual([]);
      if (boundaryCase.pointer !== "") expect(addresses, boundaryCase.address).toContain(boundaryCase.address);
    }
  });

  test("has invalid cases with valid twins, each for a constraint of the document that is not open", () => {
    for (const invalidCase of invalidRequests(document, operation)) {
      expect(rules.judge(requestValue(invalidCase.input)).length, invalidCase.description).toBeGreaterThan(0);
      expect(safe.judge(requestValue(invalidCase.control)), invalidCase.description).toEqual([]);
      expect(addresses).toContain(invalidCase.address);
    }
  });

  test("breaks every rule of its requests that is not open and can be broken on the wire", () => {
    const broken = new Set(invalidRequests(document, operation).map(({ address }) => address));
    const left = constraintsOf(document)
      .filter(
        (constraint) =>
          constraint.side === "request" && constraint.operation === operation.id && constraint.open === null,
      )
      .filter(
        ({ address, keyword }) => !broken.has(address) && !(address.includes(".query.") && ON_THE_WIRE.has(keyword)),
      );
    expect(left.map(({ address }) => address)).toEqual([]);
  });

  test("draws random requests that break each of them", () => {
    for (const address of new Set(invalidRequests(document, operation).map((invalidCase) => invalidCase.address))) {
      const [invalidCase] = fc.sample(invalidArbitrary(document, operation, address), { seed: 8, numRuns: 3 });
      expect(invalidCase?.address).toBe(address);
    }
  });

  test("keeps disputed requests apart from invalid ones", () => {
    const kept = disputedRequests(document, operation).filter(({ dispute }) => /outside|open|unknown/.test(dispute));
    for (const disputedCase of kept)
      expect(rules.judge(requestValue(disputedCase.input)), disputedCase.description).toEqual([]);
  });

  test("has malformed bodies exactly where there is a body", () => {
    expect(malformedBodies(document, operation).length > 0).toBe(operation.body !== null);
  });
});
