import type { ApiDocument, Operation } from "../spec/document/model.ts";
import type { Json, JsonObject } from "../spec/json.ts";
import { pointerTo, valueAt } from "../spec/pointer.ts";
import type { Validator } from "../spec/validation/validate.ts";
import { validatorOf } from "../spec/validation/validate.ts";
import type { Reading } from "./readings.ts";
import { parseToken } from "./references.ts";

/** One keyword that a request breaks. */
export interface Violation {
  readonly keyword: string;
  /** JSON pointer into `{ parameters, body }`. */
  readonly pointer: string;
  /** JSON pointer of the keyword in the document. */
  readonly documentPointer: string;
}

/**
 * Returns the rules that a request, as `{ parameters, body }`, breaks in one reading; an empty list means that it is
 * valid.
 */
export type Judge = (request: JsonObject) => Violation[];

/** Keywords that the document may state for an identifier: a token is a placeholder for a conforming one. */
const ASKED_OF_IDENTIFIERS = new Set(["pattern", "format", "minLength", "maxLength"]);

/** Creates a judge of an operation's requests in one reading. */
export function createJudge(document: ApiDocument, operation: Operation, reading: Reading): Judge {
  const isSafe = reading === "safe";
  const validator = validatorOf(document, { open: isSafe, safe: isSafe });
  return (request) => {
    const parameters = request.parameters as JsonObject;
    const violations = [
      ...operation.parameters.flatMap(({ role, address }) => {
        const value = parameters[role];
        return value === undefined ? [] : at(validator, address, value, pointerTo("/parameters", role));
      }),
      ...absentParameters(operation, parameters, reading),
      ...togetherViolations(validator, operation, parameters, reading),
      ...(operation.body === null || request.body === undefined
        ? []
        : at(validator, operation.body.address, request.body, "/body")),
    ];
    return violations.filter((violation) => !isAboutToken(request, violation));
  };
}

function at(validator: Validator, place: string, value: Json, prefix: string): Violation[] {
  return validator.validate(place, value).map(({ keyword, instancePointer, documentPointer }) => ({
    keyword,
    pointer: prefix + instancePointer,
    documentPointer,
  }));
}

function absentParameters(operation: Operation, parameters: JsonObject, reading: Reading): Violation[] {
  return operation.parameters
    .filter(({ required, requiredOpen }) => required && (reading === "safe" || !requiredOpen))
    .filter(({ role }) => !Object.hasOwn(parameters, role))
    .map(({ role, pointer }) => ({
      keyword: "required",
      pointer: pointerTo("/parameters", role),
      documentPointer: pointer.replace(/\/schema$/, "/required"),
    }));
}

/** Returns the violations of the operation's own safe zone, which concerns its parameters together. */
function togetherViolations(
  validator: Validator,
  operation: Operation,
  parameters: JsonObject,
  reading: Reading,
): Violation[] {
  if (operation.safe === null || reading === "rules") return [];
  return at(validator, pointerTo(operation.pointer, "x-safe", "schema"), parameters, "/parameters");
}

function isAboutToken(request: JsonObject, { keyword, pointer }: Violation): boolean {
  return ASKED_OF_IDENTIFIERS.has(keyword) && parseToken(valueAt(request, pointer)) !== undefined;
}
