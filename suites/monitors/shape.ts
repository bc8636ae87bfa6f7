import type { Catalogue } from "../../spec/catalogue/requirements.ts";
import { constraintsOf } from "../../spec/document/constraints.ts";
import type { ApiDocument, Operation } from "../../spec/document/model.ts";
import { excerpt } from "../../spec/excerpt.ts";
import { isObject, type Json } from "../../spec/json.ts";
import { pointerTo, valueAt } from "../../spec/pointer.ts";
import type { Validator, Violation } from "../../spec/validation/validate.ts";
import type { Received, ResponseViolation } from "../client/exchange.ts";
import type { Aspect } from "./aspect.ts";
import { createWalker, type FieldCount, type Walker } from "./walk.ts";

export type { FieldCount };

/** The body has the shape that the document gives for the operation and status; each deviation belongs to the requirement that claims the constraint. */
export function createShapeAspect(
  document: ApiDocument,
  catalogue: Catalogue,
  validator: Validator,
): Aspect & { fields(): readonly FieldCount[] } {
  const constraints = constraintsOf(document).filter((one) => one.side === "response" && one.open === null);
  const claimed = new Map(constraints.map((one) => [one.address, catalogue.requirementFor(one.address).id]));
  const walker: Walker = createWalker(document, constraints, claimed, validator);
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
        .filter((violation) => !isOfAnotherMeasure(violation, body))
        .map((violation) => toResponseViolation(violation, operation, response, catalogue, body));
      return { violations, asserted: [...walker.walk(shape.pointer, body)] };
    },
  };
}

/** Violations of one response that are listed: the rest repeat them further down a list. */
const MAX_VIOLATIONS = 500;
/** Of the lists in a larger response the first items are judged: each broken one costs memory. */
const LARGE_BYTES = 1024 * 1024;
const ITEMS_JUDGED = 1_000;

/** The value with its longest lists cut, as deep as lists of the API lie. */
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
  return {
    requirement: catalogue.requirementFor(violation.address).id,
    verifier: "shape",
    pointer,
    keyword: violation.keyword,
    message: `${operation.id} responded with ${response.status} and ${pointer === "" ? "a body that" : `a ${pointer} that`} ${violation.message}`,
    expected: `${violation.address}: ${violation.message}`,
    actual: show(valueAt(body, pointer)),
  };
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A length is broken only when it is by every measure of characters: code points, UTF-16 units, what a reader sees. */
function isOfAnotherMeasure({ keyword, instancePointer, params }: Violation, body: Json): boolean {
  const text = valueAt(body, instancePointer);
  if (typeof text !== "string" || typeof params.limit !== "number") return false;
  if (keyword === "minLength") return text.length >= params.limit;
  if (keyword !== "maxLength" || text.length > params.limit * UNITS_OF_A_GRAPHEME) return false;
  return [...graphemes.segment(text)].length <= params.limit;
}

/** No text that anybody writes needs more for what a reader sees as one; counting them in a huge text takes memory. */
const UNITS_OF_A_GRAPHEME = 64;

/** What is missing is at its own place, so that only what needs it is held up. */
function placeOf({ instancePointer, keyword, params }: Violation): string {
  const missing = params.missingProperty;
  return keyword === "required" && typeof missing === "string" ? pointerTo(instancePointer, missing) : instancePointer;
}

function show(value: Json | undefined): string {
  if (value === undefined) return "nothing there";
  return excerpt(JSON.stringify(value), 200);
}
