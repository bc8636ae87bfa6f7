import type { Catalogue } from "../../spec/catalogue/requirements.ts";
import { constraintsOf } from "../../spec/document/constraints.ts";
import type { ApiDocument, Operation } from "../../spec/document/model.ts";
import { excerpt } from "../../spec/excerpt.ts";
import { isObject, type Json } from "../../spec/json.ts";
import { pointerTo, valueAt } from "../../spec/pointer.ts";
import type { Validator, Violation } from "../../spec/validation/validate.ts";
import type { Received, ResponseViolation } from "../client/exchange.ts";
import type { Aspect } from "./aspect.ts";
import { type ConstraintWalker, createConstraintWalker, type FieldCount } from "./constraint-walker.ts";

export type { FieldCount };

/**
 * Creates the aspect that a body has the documented shape for the operation and status. Each violation belongs to the
 * requirement that claims the constraint.
 */
export function createShapeAspect(
  document: ApiDocument,
  catalogue: Catalogue,
  validator: Validator,
): Aspect & { fields(): readonly FieldCount[] } {
  const constraints = constraintsOf(document).filter(
    (constraint) => constraint.side === "response" && constraint.open === null,
  );
  const claimed = new Map(
    constraints.map((constraint) => [constraint.address, catalogue.requirementFor(constraint.address).id]),
  );
  const walker: ConstraintWalker = createConstraintWalker(document, constraints, claimed, validator);
  return {
    requirements: [...new Set(claimed.values())],
    fields: walker.fields,
    judge(operation, response) {
      const shape = operation.responses.get(response.status);
      if (!shape || !response.json.ok) return { violations: [], asserted: [] };
      const body = response.bytes.length > LARGE_BYTES ? withShorterLists(response.json.value) : response.json.value;
      const violations = validator
        .validate(shape.pointer, body)
        .slice(0, MAX_VIOLATIONS)
        .filter((violation) => !isValidByOtherMeasure(violation, body))
        .map((violation) => toResponseViolation(violation, operation, response, catalogue, body));
      return { violations, asserted: [...walker.walk(shape.pointer, body)] };
    },
  };
}

/** The most violations of one response that are listed; the rest repeat them further down a list. */
const MAX_VIOLATIONS = 500;
/** In a larger response only the first items of each list are judged, since each violation takes memory. */
const LARGE_BYTES = 1024 * 1024;
const ITEMS_JUDGED = 1_000;

/** Returns the value with long lists cut, down to the depth at which the API has lists. */
function withShorterLists(value: Json, level = 0): Json {
  if (level > 4) return value;
  if (Array.isArray(value)) return value.slice(0, ITEMS_JUDGED).map((item) => withShorterLists(item, level + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withShorterLists(member, level + 1)]));
}

function toResponseViolation(
  violation: Violation,
  operation: Operation,
  response: Received,
  catalogue: Catalogue,
  body: Json,
): ResponseViolation {
  const pointer = placeOf(violation);
  const value = valueAt(body, pointer);
  return {
    requirement: catalogue.requirementFor(violation.address).id,
    verifier: "shape",
    pointer,
    keyword: violation.keyword,
    message: `${operation.id} responded with ${response.status} and ${defectOf(pointer, value)}`,
    expected: `${ruleOf(violation)} (${violation.address} of the document)`,
    actual: value === undefined ? "absent" : excerpt(JSON.stringify(value), 200),
  };
}

/** `an invalid /data/0/status: 7`. The rule is stated next to it. */
function defectOf(pointer: string, value: Json | undefined): string {
  if (value === undefined) return `without ${pointer}`;
  const place = pointer === "" ? "an invalid body" : `an invalid ${pointer}`;
  return value === null || typeof value !== "object" ? `${place}: ${excerpt(JSON.stringify(value), 60)}` : place;
}

function ruleOf({ keyword, params, message }: Violation): string {
  return keyword === "required" && typeof params.missingProperty === "string"
    ? `must have the member ${params.missingProperty}`
    : message;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns true if a text has a valid length by some measure of characters. A length is wrong only by all of them: code
 * points, UTF-16 units, graphemes.
 */
function isValidByOtherMeasure({ keyword, instancePointer, params }: Violation, body: Json): boolean {
  const text = valueAt(body, instancePointer);
  if (typeof text !== "string" || typeof params.limit !== "number") return false;
  if (keyword === "minLength") return text.length >= params.limit;
  if (keyword !== "maxLength" || text.length > params.limit * UNITS_OF_A_GRAPHEME) return false;
  return [...graphemes.segment(text)].length <= params.limit;
}

/** No text that a person writes has longer graphemes; counting graphemes in a huge text takes memory. */
const UNITS_OF_A_GRAPHEME = 64;

/**
 * Returns the pointer of a violation. A missing member has its own pointer, so that only checks that need it are
 * blocked.
 */
function placeOf({ instancePointer, keyword, params }: Violation): string {
  const missing = params.missingProperty;
  return keyword === "required" && typeof missing === "string" ? pointerTo(instancePointer, missing) : instancePointer;
}
